import { z } from 'zod';
import { tryParse } from '../domain/json.js';
import type { Sql } from '../sqlite/sqlite.js';

const Position = z.int().min(0);

/** What of a ledger travels from node to node: how far the hub is, and what it has to get later. Ids and digests, no text. */
export const SharedLedger = z.object({
  /** As in `LedgerState`; the hash in hex. */
  hub: z.string(),
  choice: z.string(),
  cursor: Position,
  hash: z.string().regex(/^[0-9a-f]*$/),
  pushed: z.int().min(0),
  pushed_at: z.int().nullable(),
  /** Notes that were first saved up to this event may be with the hub, pushed by whichever node. */
  reach: Position,
  /** Paused projects (digests), each with the first event that was withheld. */
  withheld: z.array(z.tuple([z.string(), Position])),
  /** The newest of them. */
  refusals: z.array(
    z.object({ event: z.string(), note: z.string(), position: Position, reason: z.string() }),
  ),
});
export type SharedLedger = z.infer<typeof SharedLedger>;

/** What a node has left; undefined where another release wrote it in another form. */
export function readSharedLedger(text: string): SharedLedger | undefined {
  return SharedLedger.safeParse(tryParse(text)).data;
}

/** The most refusals that travel: the others are known where they happened. */
const MOST_REFUSALS = 100;

type Refusal = SharedLedger['refusals'][number];
type State = Pick<SharedLedger, 'hub' | 'choice' | 'cursor' | 'pushed' | 'pushed_at'> & {
  readonly hash: Buffer;
};

/** See `HiveLedger.share`. */
export function share(sql: Sql, state: State): Omit<SharedLedger, 'reach'> {
  const { hub, choice, cursor, hash, pushed, pushed_at } = state;
  const withheld = sql.all<{ project: string; position: number }>(
    'SELECT project, position FROM withheld ORDER BY project',
  );
  const refusals = sql.all<Refusal>(
    'SELECT event, note, position, reason FROM refusals ORDER BY position DESC, event LIMIT ?',
    [MOST_REFUSALS],
  );
  return {
    hub,
    choice,
    cursor,
    hash: hash.toString('hex'),
    pushed,
    pushed_at,
    withheld: withheld.map(({ project, position }) => [project, position]),
    refusals,
  };
}

/** See `HiveLedger.adopt`. To be called in a transaction. */
export function adopt(sql: Sql, shared: SharedLedger, choice: string): void {
  const { cursor, hash, reach, pushed, pushed_at } = shared;
  const isChosen = shared.choice === choice;
  sql.run(
    'UPDATE ledger SET cursor = ?, hash = ?, elsewhere = max(elsewhere, ?), pushed = ?, pushed_at = ?',
    [isChosen ? cursor : 0, Buffer.from(isChosen ? hash : '', 'hex'), reach, pushed, pushed_at],
  );
  // What is missing there was resumed and pushed by another node.
  sql.run('DELETE FROM withheld');
  for (const row of shared.withheld) sql.run('INSERT INTO withheld VALUES (?, ?)', row);
  sql.run('DELETE FROM refusals');
  for (const { event, note, position, reason } of shared.refusals)
    sql.run('INSERT INTO refusals VALUES (?, ?, ?, ?)', [event, note, position, reason]);
}

/** See `HiveLedger.startOver`. To be called in a transaction. */
export function startOver(sql: Sql, position: number): void {
  sql.run('UPDATE ledger SET cursor = 0, hash = zeroblob(0), unknown_up_to = ?', [position]);
  sql.run('UPDATE notes SET held = 0');
  sql.run('DELETE FROM withheld');
}
