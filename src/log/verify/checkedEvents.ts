import type { Sql } from '../../sqlite/sqlite.js';
import { allEvents, type EventRow } from './allEvents.js';
import { commitmentOf, GENESIS_HASH, leafOf, linkOf } from './rehash.js';

/** All events in order, each one checked against the hashes. Throws at the first that was changed. */
export function* checkedEvents(log: Sql): Generator<EventRow> {
  let [position, hash] = [0, GENESIS_HASH];
  for (const row of allEvents(log)) {
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
