import { diffArrays } from 'diff';

export type PartKind = 'same' | 'removed' | 'added';

/** A stretch of two texts that are compared. */
export interface Part {
  readonly kind: PartKind;
  readonly text: string;
}

/** Longer texts are not compared word by word: their words alone would hold the page for too long. In characters. */
const LONGEST = 150_000;
/** A comparison with more edits, or one that takes longer, is given up: nobody would want to read it. */
const MOST_EDITS = 4000;
const LONGEST_MS = 80;

/**
 * What became of a text, word by word: `same` and `removed` together are the text before, `same` and `added` the text
 * after. Undefined when they differ too much, or are too long, to be compared within a moment.
 */
export function compareWords(before: string, after: string): Part[] | undefined {
  const head = sharedHead(before, after);
  const tail = sharedTail(before.slice(head), after.slice(head));
  const changedBefore = before.slice(head, before.length - tail);
  const changedAfter = after.slice(head, after.length - tail);
  if (Math.max(changedBefore.length, changedAfter.length) > LONGEST) return undefined;
  const changes = diffArrays(wordsOf(changedBefore), wordsOf(changedAfter), {
    maxEditLength: MOST_EDITS,
    timeout: LONGEST_MS,
  });
  if (!changes) return undefined;
  return joined([
    { kind: 'same', text: before.slice(0, head) },
    ...changes.map(({ added, removed, value }) => ({
      kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
      text: value.join(''),
    })),
    { kind: 'same', text: before.slice(before.length - tail) },
  ]);
}

/** Words, line breaks, other white space, and each other character by itself. */
function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}_]+|./gsu) ?? [];
}

/** How many characters of whole lines both begin with. */
function sharedHead(before: string, after: string): number {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  if (same === before.length && same === after.length) return same;
  return before.lastIndexOf('\n', same - 1) + 1;
}

/** How many characters of whole lines both end with. */
function sharedTail(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const newline = before.indexOf('\n', before.length - same);
  return newline === -1 || same === 0 ? 0 : before.length - newline;
}

/**
 * Joins what belongs together: a blank between two changed words has changed with them, so that a sentence in other words
 * is one removed and one added stretch instead of a dozen.
 */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  let removed = '';
  let added = '';
  const endChange = () => {
    if (removed !== '') all.push({ kind: 'removed', text: removed });
    if (added !== '') all.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  const filled = parts.filter(({ text }) => text !== '');
  filled.forEach(({ kind, text }, i) => {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && /^[^\S\n]+$/.test(text) && i < filled.length - 1) {
      removed += text;
      added += text;
    } else {
      endChange();
      const last = all.at(-1);
      if (last?.kind === 'same') all[all.length - 1] = { kind, text: last.text + text };
      else all.push({ kind, text });
    }
  });
  endChange();
  return all;
}
