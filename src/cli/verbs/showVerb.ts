import type { Command } from '@commander-js/extra-typings';
import type { Observation } from 'memory-vault-client';
import { anchorTexts } from '../../domain/anchor.js';
import { dotted, shortId, shown, shownLine } from '../terminal/format.js';
import { isForPeople, type Output, printOne, printRows } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { workingCopyHere } from '../terminal/workingCopy.js';
import { noteMarks } from './noteColumns.js';
import { noSuchNote, noteWith } from './noteWith.js';

export function showVerb(program: Command): void {
  verb(program, 'show <id...>', {
    description: 'show whole notes by their ids, or by the last 8 characters',
    examples: ['show 80ZGCS1A', 'show 80ZGCS1A 4V6XN2QB --format json'],
  }).action(
    acting(async ({ vault, output }, ids) => {
      const copy = await workingCopyHere(vault);
      const missing: string[] = [];
      const notes: Observation[] = [];
      const states: (string | undefined)[] = [];
      for (const id of ids) {
        const note = await noteWith(vault, id);
        if (note) notes.push(note);
        else missing.push(id);
        if (note && isForPeople(output)) states.push(await copy.stateOf(note));
      }
      await print(output, notes, states, ids.length === 1);
      if (missing.length > 0) throw noSuchNote(missing);
    }),
  );
}

/** As JSON, the one note that was asked for is no list. */
async function print(
  output: Output,
  notes: readonly Observation[],
  states: readonly (string | undefined)[],
  isOne: boolean,
): Promise<void> {
  const markdown = (note: Observation, i: number) => noteMarkdown(note, output, states[i]);
  if (isForPeople(output)) return output.write(notes.map(markdown).join('\n---\n\n'));
  if (!isOne || output.format === 'ndjson') return printRows(output, notes, []);
  const [first] = notes;
  if (first) await printOne(output, first, () => '');
}

/**
 * A whole note as Markdown that a terminal may show: its title, a line about it, its content. `state` says whether what it is
 * about has changed.
 */
export function noteMarkdown(
  note: Observation,
  { colours }: Pick<Output, 'colours'>,
  state?: string,
): string {
  const { id, created_at, updated_at, type, title, content, project, author, tags } = note;
  const { supersedes, anchors, valid_until, review_after, suspect } = note;
  const about = [
    shortId(id),
    type,
    created_at,
    updated_at && `revised ${updated_at}`,
    project && `in ${project}`,
    author && `by ${author}`,
    ...noteMarks(note),
    valid_until && `valid until ${valid_until}`,
    review_after && `review after ${review_after}`,
    supersedes && `supersedes ${shortId(supersedes)}`,
    anchors && `about ${anchorTexts(anchors).join(', ')}`,
    state,
    suspect,
    ...tags.map((tag) => `#${tag}`),
  ];
  const head = colours.bold(`# ${shownLine(title)}`);
  return `${head}\n\n${colours.dim(shownLine(dotted(about)))}\n\n${shown(content).trimEnd()}\n`;
}
