import type { Sql } from '../../sqlite/sqlite.js';
import type { StreamReads } from '../eventLog.js';
import { readKept } from './readEvents.js';
import { sqliteLogReads } from './sqliteLogReads.js';

/** The reads along the log and its streams that any connection to its file can answer. */
export function streamReads(sql: Sql): StreamReads {
  return {
    ...sqliteLogReads(sql),
    readStream: async (stream, { version = Number.MAX_SAFE_INTEGER, last = false } = {}) =>
      last
        ? readKept(sql, 'WHERE stream = ? AND version <= ? ORDER BY version DESC LIMIT 1', [
            stream,
            version,
          ])
        : readKept(sql, 'WHERE stream = ? AND version <= ? ORDER BY version', [stream, version]),
  };
}
