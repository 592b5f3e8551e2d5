import { Argument, type Command } from '@commander-js/extra-typings';
import type { ReviewedNote } from 'memory-vault-client';
import { VERDICTS } from '../../domain/told.js';
import { shortId, shownLine } from '../terminal/format.js';
import { type Column, printDone, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, NOTE_COLUMNS } from './noteColumns.js';
import { firstNotes, notesWith } from './noteWith.js';

export function verdictVerb(program: Command): void {
  verb(program, 'verdict', {
    description:
      'record whether a note helped, is outdated or is wrong; often wrong ones come last',
    examples: ['verdict 80ZGCS1A helped', 'verdict 80ZGCS1A outdated'],
  })
    .argument('<id>')
    .addArgument(new Argument('<verdict>', 'what you found').choices(VERDICTS))
    .action(
      acting(async ({ vault, output }, named, verdict) => {
        for (const { id, title } of await notesWith(vault, [named], 'no verdict was recorded')) {
          const params = { path: { id } };
          const body = { verdict };
          const path = '/api/v1/observations/{id}/verdict';
          const { data } = await vault.POST(path, { params, body });
          await printDone(output, `${verdict}: ${shortId(id)} ${shownLine(title)}`, {
            id,
            ...data,
          });
        }
      }),
    );
}

export function reviewVerb(program: Command): void {
  verb(program, 'review', {
    description: 'list the notes to check again, and why',
    examples: ['review', 'review --project shop --format json', 'review --limit 500'],
  })
    .option('--project <name>', 'only of this project')
    .option('--limit <count>', 'at most this many notes', Number, 50)
    .action(
      acting(async ({ vault, output }, { project, limit }) => {
        const read = { project, content_limit: contentLimit(output) };
        const notes = await firstNotes(vault.review(read), limit);
        await printFound(output, notes, COLUMNS, 'there is no note to check');
      }),
    );
}

const COLUMNS: readonly Column<ReviewedNote>[] = [
  {
    head: 'why',
    cell: ({ reasons, contradicted_by }) =>
      reasons
        .map((reason) => reason.replaceAll('_', ' '))
        .map((reason) =>
          contradicted_by !== undefined && reason === 'contradicted'
            ? `${reason} by ${shortId(contradicted_by)}`
            : reason,
        )
        .join(', '),
  },
  // The marks would say it again.
  ...NOTE_COLUMNS.filter(({ head }) => head !== 'mark'),
];
