import { type Command, Option } from '@commander-js/extra-typings';
import type { Change } from 'memory-vault-client';
import { sinceDay, untilDay } from '../../domain/time.js';
import { shortId } from '../terminal/format.js';
import { type Column, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit } from './noteColumns.js';
import { firstNotes } from './noteWith.js';

/** In the order in which they are printed. */
const KINDS = ['changed', 'added', 'superseded', 'expired', 'forgotten'] as const;

type Row = Change & { readonly what: (typeof KINDS)[number] };

export function changesVerb(program: Command): void {
  verb(program, 'changes', {
    description: 'list the notes added, changed, superseded or forgotten between two days',
    examples: [
      'changes --from 2026-11-01 --project shop',
      'changes --from 2026-11-01 --to 2026-11-07',
    ],
  })
    .requiredOption('--from <day>', 'the first day (from its beginning, UTC) or RFC 3339')
    .option('--to <day>', 'the last day (to its end, UTC) or RFC 3339; by default now')
    .option('--project <name>', 'only of this project')
    .addOption(new Option('--kind <kind>', 'only this kind of change').choices(KINDS))
    .option('--limit <count>', 'at most this many notes of each kind', Number, 50)
    .action(
      acting(async ({ vault, output }, { from, to, project, kind, limit }) => {
        const days = { from: sinceDay(from), to: to && untilDay(to) };
        const read = { ...days, project, content_limit: contentLimit(output) };
        const rows: Row[] = [];
        for (const what of kind ? [kind] : KINDS) {
          const changes = await firstNotes(vault.changes({ ...read, kind: what }), limit);
          rows.push(...changes.map((change) => ({ what, ...change })));
        }
        await printFound(output, rows, COLUMNS, 'nothing has changed');
      }),
    );
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'what', cell: ({ what }) => what },
  { head: 'day', cell: ({ at }) => at.slice(0, 10), from: 60 },
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'project', cell: ({ note }) => note?.project, from: 70 },
  {
    head: 'by',
    cell: ({ note }) => note?.superseded_by && shortId(note.superseded_by),
    from: 80,
    isRare: true,
  },
  { head: 'title', cell: ({ note }) => note?.title, isWide: true },
  {
    head: 'before',
    cell: ({ note, before }) => (before?.title === note?.title ? undefined : before?.title),
    from: 100,
    isRare: true,
  },
];
