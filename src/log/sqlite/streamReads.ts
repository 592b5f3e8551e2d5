import type { Sql } from '../../sqlite/sqlite.js';
import type { StreamReads } from '../eventLog.js';
import { headOf } from './headOf.js';
import { readKept, readPage } from './readEvents.js';

/** The reads along the log and its streams that any connection to its file can answer. */
export function streamReads(sql: Sql): StreamReads {
  return {
    head: async () => headOf(sql),
    readAfter: async (position, limit) =>
      readPage(sql, 'WHERE events.position > ? ORDER BY events.position LIMIT ?', [
        position,
        limit,
      ]),
    hashAt: async (position) =>
      sql.get<{ hash: Buffer }>('SELECT hash FROM events WHERE position = ?', [position])?.hash,
    versionOf: async (stream) =>
      sql.get<{ version: number | null }>(
        'SELECT max(version) AS version FROM events WHERE stream = ?',
        [stream],
      )?.version ?? 0,
    readStream: async (stream, { version = Number.MAX_SAFE_INTEGER, last = false } = {}) =>
      last
        ? readKept(sql, 'WHERE stream = ? AND version <= ? ORDER BY version DESC LIMIT 1', [
            stream,
            version,
          ])
        : readKept(sql, 'WHERE stream = ? AND version <= ? ORDER BY version', [stream, version]),
  };
}
