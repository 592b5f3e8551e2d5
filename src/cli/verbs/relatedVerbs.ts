import type { Command } from '@commander-js/extra-typings';
import type { NearDuplicate, RelatedObservation } from 'memory-vault-client';
import { type Column, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, NOTE_COLUMNS } from './noteColumns.js';
import { ofNote } from './noteWith.js';

const LIMIT = ['--limit <count>', 'at most this many notes, up to 50', Number, 10] as const;

export function relatedVerb(program: Command): void {
  verb(program, 'related <id>', {
    description: 'list the notes related to a note: same session, tags or rare words',
    examples: ['related 80ZGCS1A', 'related 80ZGCS1A --limit 3 --format md'],
  })
    .option(...LIMIT)
    .action(
      acting(async ({ vault, output }, id, { limit }) => {
        const params = { path: { id }, query: { limit, content_limit: contentLimit(output) } };
        const asked = vault.GET('/api/v1/observations/{id}/related', { params });
        const { data } = await ofNote(id, asked);
        const nothing = 'no other note is related to this one';
        await printFound(output, data, [...NOTE_COLUMNS, WHY], nothing);
      }),
    );
}

const WHY: Column<RelatedObservation> = {
  head: 'same',
  cell: ({ reasons }) => reasons.join(', '),
  from: 60,
};

export function duplicatesVerb(program: Command): void {
  verb(program, 'duplicates <id>', {
    description: 'list the notes of the same project that say nearly the same as a note',
    examples: ['duplicates 80ZGCS1A', 'duplicates 80ZGCS1A --format json'],
  })
    .option(...LIMIT)
    .action(
      acting(async ({ vault, output }, id, { limit }) => {
        const params = { path: { id }, query: { limit, content_limit: contentLimit(output) } };
        const asked = vault.GET('/api/v1/observations/{id}/duplicates', { params });
        const { data } = await ofNote(id, asked);
        const nothing = 'no other note says nearly the same';
        await printFound(output, data, [ALIKE, ...NOTE_COLUMNS], nothing);
      }),
    );
}

/** The words that both have, of all that one of them has. */
const ALIKE: Column<NearDuplicate> = {
  head: 'alike',
  cell: ({ similarity }) => `${Math.round(similarity * 100)} %`,
};
