import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from './headOf.js';

/** Number of positions per turn of the event loop. */
const WINDOW = 20_000;

/** See `EventLog.erased`. */
export async function countErased(sql: Sql): Promise<number> {
  const { position: head } = headOf(sql);
  let kept = 0;
  for (let from = 0; from < head; from += WINDOW) {
    if (from > 0) await nextTurn();
    const row = sql.get<{ count: number }>(
      'SELECT count(*) AS count FROM kept_payloads WHERE position > ? AND position <= ?',
      [from, Math.min(from + WINDOW, head)],
    );
    kept += row?.count ?? 0;
  }
  return head - kept;
}
