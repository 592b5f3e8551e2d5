import type { NoteToCome, Report } from '../../domain/importing/report.js';
import { type ColumnUse, FIELD_NAMES, type Field } from '../../domain/importing/tableFields.js';
import { minuteOf, shownLine } from '../terminal/format.js';
import { type Column, type Output, printRows } from '../terminal/output.js';

/**
 * Shows a person what a dry run of a table would make of it: which columns are taken for which fields, and the first notes. `project`
 * is that of notes that name none. Prints nothing about other sources.
 */
export async function printPreview(
  output: Output,
  { mapping, first = [] }: Report,
  project: string | undefined,
): Promise<void> {
  if (mapping === undefined || mapping.length === 0) return;
  await output.write(`${mappingLines(mapping, project).join('\n')}\n\n`);
  if (first.length === 0) return;
  await printRows(output, first, COLUMNS);
  await output.write('\n');
}

const COLUMNS: readonly Column<NoteToCome>[] = [
  { head: 'title', cell: ({ title }) => title, isWide: true },
  { head: 'type', cell: ({ type }) => type },
  { head: 'time', cell: ({ created_at }) => minuteOf(created_at) },
  { head: 'tags', cell: ({ tags }) => tags.join(', ') },
  { head: 'project', cell: ({ project }) => project },
];

/** What fields are taken from where no column has them. */
function instead(field: Field, project: string | undefined): string | undefined {
  if (field === 'created_at')
    return 'the time of the last change of the file: no column has a time';
  if (field === 'title') return 'the first line of the content';
  if (field !== 'project') return undefined;
  return project === undefined ? 'no project: --project NAME sets one' : `${project} (--project)`;
}

/** Such as `title ← Summary`. What was guessed and what was said are told apart. */
function mappingLines(
  mapping: readonly ColumnUse[],
  project: string | undefined,
): readonly string[] {
  const columnsOf = (of: ColumnUse['becomes']) =>
    named(mapping.filter(({ becomes }) => becomes === of));
  const fields = FIELD_NAMES.filter((field) => field !== 'left_out');
  const rows = fields.map((field) => [field, columnsOf(field) ?? instead(field, project)] as const);
  const unused = rows.flatMap(([field, from]) => (from === undefined ? [field] : []));
  const all = [
    ...rows,
    ['other tags', columnsOf('tag')] as const,
    ['left out', columnsOf('left_out')] as const,
    ['no column', unused.length > 0 ? unused.join(', ') : undefined] as const,
  ];
  const width = Math.max(...all.map(([field]) => field.length));
  return [
    'the column of each field:',
    ...all.flatMap(([field, from]) => {
      if (from === undefined) return [];
      return [`  ${field.padEnd(width)} ${field === 'no column' ? ':' : '←'} ${from}`];
    }),
    '--map FIELD=COLUMN sets another column, FIELD= sets none; left_out=COLUMN drops a column',
  ];
}

function named(uses: readonly ColumnUse[]): string | undefined {
  if (uses.length === 0) return undefined;
  return uses
    .map(({ column, isSaid }) => `${shownLine(column)}${isSaid ? ' (--map)' : ''}`)
    .join(', ');
}
