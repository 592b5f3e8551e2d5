import type { Command } from '@commander-js/extra-typings';
import type { Telling } from 'memory-vault-client';
import { minuteOf, shortId } from '../terminal/format.js';
import { type Column, isForPeople, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { sessionWith } from './sessionsVerb.js';

export function toldVerb(program: Command): void {
  verb(program, 'told <session>', {
    description: 'list the notes that the agent got in a session, and when',
    examples: ['told 80ZGCS1A', 'told 80ZGCS1A --format json'],
  }).action(
    acting(async ({ vault, output }, named) => {
      const { id } = await sessionWith(vault, named);
      const told: Telling[] = [];
      for await (const telling of vault.told(id)) told.push(telling);
      const nothing = `the agent got no notes in the session ${shortId(id)}`;
      if (!isForPeople(output)) return printFound(output, told, [], nothing);
      const rows = told.flatMap(({ at, moment, tokens, notes }) =>
        notes.map(({ id, revision, title = GONE }, i) => ({
          ...(i === 0 ? { at, moment, tokens } : {}),
          id,
          revision,
          title,
        })),
      );
      await printFound(output, rows, COLUMNS, nothing);
    }),
  );
}

const GONE = '(forgotten, or you may not see it)';

interface Row {
  /** Of the first note of a telling. */
  readonly at?: string;
  readonly moment?: string;
  readonly tokens?: number;
  readonly id: string;
  readonly revision: number;
  readonly title: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'told', cell: ({ at }) => (at === undefined ? '' : minuteOf(at)) },
  { head: 'moment', cell: ({ moment = '' }) => moment.replace('_', ' ') },
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'revision', cell: ({ revision }) => revision, from: 70 },
  { head: 'title', cell: ({ title }) => title, isWide: true },
  { head: 'tokens', cell: ({ tokens = '' }) => tokens, from: 90 },
];
