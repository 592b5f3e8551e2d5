import type { Sql } from '../../sqlite/sqlite.js';
import { allEvents, type EventRow } from './allEvents.js';
import { commitmentOf, GENESIS_HASH, leafOf, linkOf } from './rehash.js';

/** How far a walk has come: the last position, and the hash there in hex. */
export interface Walked {
  readonly position: number;
  readonly hash: string;
}

/** Before the first event. */
export const START: Walked = { position: 0, hash: GENESIS_HASH };

/**
 * At most `most` events in order, each one checked against the hashes, from those on that were checked already. Throws at the
 * first that was changed.
 */
export function* checkedEvents(log: Sql, from: Walked = START, most = -1): Generator<EventRow> {
  let { position, hash } = from;
  for (const row of allEvents(log, position, most)) {
    const isNext = row.position === position + 1 && linkOf(hash, leafOf(row)) === row.hash;
    const isAsRecorded =
      row.state === 'erased' ||
      (row.body !== null && commitmentOf(row.salt, row.body) === row.commitment);
    if (!isNext || !isAsRecorded)
      throw new Error(`event ${row.position} is not as it was recorded: run memory-vault verify`);
    ({ position, hash } = row);
    yield row;
  }
}
