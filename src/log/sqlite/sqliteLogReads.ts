import type { Sql } from '../../sqlite/sqlite.js';
import type { LogReads } from '../eventLog.js';
import { headOf } from './headOf.js';
import { readPage } from './readEvents.js';

/** The reads of the log that work on any connection to its file. */
export function sqliteLogReads(sql: Sql): LogReads {
  return {
    head: async () => headOf(sql),
    readAfter: async (position, limit) =>
      readPage(sql, 'WHERE events.position > ? ORDER BY events.position LIMIT ?', [
        position,
        limit,
      ]),
    hashAt: async (position) =>
      sql.get<{ hash: Buffer }>('SELECT hash FROM events WHERE position = ?', [position])?.hash,
  };
}
