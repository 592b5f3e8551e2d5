import type { Sql } from '../../sqlite/sqlite.js';
import type { EventLog, LogReads } from '../eventLog.js';
import { readKept } from './readEvents.js';
import { sqliteLogReads } from './sqliteLogReads.js';

/** Reads along the log and along a stream. */
export type StreamReads = LogReads & Pick<EventLog, 'readStream'>;

/** What any connection to the file of a log can answer of both. */
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
