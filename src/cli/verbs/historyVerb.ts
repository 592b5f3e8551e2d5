import type { Command } from 'commander';
import type { Observation } from 'memory-vault-client';
import { changedWords } from '../terminal/changedWords.js';
import type { Column } from '../terminal/column.js';
import { isForPeople } from '../terminal/isForPeople.js';
import { minuteOf } from '../terminal/minuteOf.js';
import type { Output } from '../terminal/output.js';
import { printRows } from '../terminal/printRows.js';
import { shown, shownLine } from '../terminal/shown.js';
import { type Acting, acting, type VerbOptions, verb } from '../terminal/verb.js';

interface Options extends VerbOptions {
  readonly diff?: true;
}

export function historyVerb(program: Command): void {
  verb(program, 'history <id>', {
    description: 'list the revisions of a note, oldest first',
    examples: ['history 80ZGCS1A', 'history 80ZGCS1A --diff'],
  })
    .option('--diff', 'show the words that each revision changed')
    .action(acting(history));
}

/** With its number, from 1; the API gives it for every revision in a history. */
type Revision = Observation;

async function history({ vault, output }: Acting, id: string, { diff }: Options): Promise<void> {
  const params = { path: { id } };
  const { data } = await vault.GET('/api/v1/observations/{id}/history', { params });
  if (diff && isForPeople(output)) return output.write(changesOf(data, output));
  const rows = data.map((revision, at) => ({ revision, before: data[at - 1] }));
  if (isForPeople(output)) await printRows(output, rows, COLUMNS);
  else await printRows(output, data, []);
  if (data.length === 1) output.note('it was never revised: memory-vault edit ID does that');
}

interface Row {
  readonly revision: Revision;
  readonly before: Revision | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'rev', cell: ({ revision }) => revision.revision },
  { head: 'time', cell: ({ revision }) => timeOf(revision) },
  { head: 'changed', cell: ({ revision, before }) => changedFields(before, revision), from: 60 },
  { head: 'title', cell: ({ revision }) => revision.title, isWide: true },
  { head: 'saved by', cell: ({ revision }) => whoOf(revision), from: 100 },
];

const timeOf = ({ updated_at, created_at }: Revision) => minuteOf(updated_at ?? created_at);

const whoOf = ({ saved_by, author }: Revision) => author ?? saved_by ?? '';

const FIELDS = ['title', 'type', 'tags', 'content'] as const;

/** Such as `title, content`. */
function changedFields(before: Revision | undefined, after: Revision): string {
  if (!before) return 'saved';
  const changed = FIELDS.filter((field) => textOf(before, field) !== textOf(after, field));
  return changed.join(', ');
}

const textOf = (revision: Revision, field: (typeof FIELDS)[number]) =>
  field === 'tags' ? revision.tags.join(', ') : revision[field];

function changesOf(revisions: readonly Revision[], output: Output): string {
  const parts = revisions.map((revision, at) => {
    const before = revisions[at - 1];
    const who = whoOf(revision);
    const about = [`revision ${revision.revision}`, timeOf(revision), ...(who ? [who] : [])];
    const head = output.colours.bold(shownLine(about.join(' · ')));
    return `${head}\n\n${before ? changesIn(before, revision, output) : wholeOf(revision)}\n`;
  });
  return parts.join('\n');
}

const wholeOf = ({ title, content }: Revision) =>
  `${shownLine(title)}\n\n${shown(content).trimEnd()}`;

function changesIn(before: Revision, after: Revision, output: Output): string {
  const changed = FIELDS.filter((field) => textOf(before, field) !== textOf(after, field));
  return changed
    .map((field) => {
      const words = changedWords(textOf(before, field), textOf(after, field), output);
      return field === 'content' ? words : `${field}: ${words}`;
    })
    .join('\n\n');
}
