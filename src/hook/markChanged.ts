import { checkoutRoot } from '../checkout/checkoutFile.js';
import { statesOf } from '../checkout/freshness.js';
import type { Anchor } from '../domain/anchor.js';
import { membersOf } from '../domain/json.js';
import type { Recalled } from './recalled.js';

/**
 * What is recalled, with `drifted` or `gone` behind the row of each note whose text has changed since in the working copy of
 * `folder`. A row begins with the end of the id of its note.
 */
export function markChanged({ text, anchors }: Recalled, folder: string | undefined): string {
  const notes = Object.entries(anchors).map(([id, about]) => ({ id, anchors: anchorsIn(about) }));
  if (folder === undefined || notes.length === 0) return text;
  const states = statesOf(checkoutRoot(folder), notes);
  const marks = notes
    .map(({ id }, i) => ({ id, state: states[i] }))
    .filter(({ state }) => state === 'drifted' || state === 'gone');
  if (marks.length === 0) return text;
  const marked = (line: string) => {
    const [, end = ''] = /^([0-9A-Z]{8,26}) /.exec(line) ?? [];
    const mark = end === '' ? undefined : marks.find(({ id }) => id.endsWith(end));
    return mark ? `${line} ${mark.state}` : line;
  };
  return text.split('\n').map(marked).join('\n');
}

/** What a vault says that a note is about: only what is read here, and nothing of another shape. */
function anchorsIn(value: unknown): readonly Anchor[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => {
    const { path, lines, hash } = membersOf(one);
    const textOf = (member: unknown) => (typeof member === 'string' ? member : undefined);
    return { path: textOf(path), lines: textOf(lines), hash: textOf(hash) };
  });
}
