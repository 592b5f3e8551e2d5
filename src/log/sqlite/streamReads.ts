import { FORGETTING } from '../../events/erasure.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { StreamReads } from '../eventLog.js';
import { headOf } from './headOf.js';
import { readKept, readPage } from './readEvents.js';
import { storedStream } from './storedNames.js';

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
        [storedStream(stream)],
      )?.version ?? 0,
    readStream: async (stream, { version = Number.MAX_SAFE_INTEGER, only = 'all' } = {}) =>
      readKept(sql, `WHERE stream = :stream AND ${WHICH[only]} ORDER BY version`, {
        stream: storedStream(stream),
        version,
      }),
  };
}

/** SQL for the version of an event of `:stream` up to `:version`. */
const versionIn = (what: string, and = '') =>
  `(SELECT ${what} FROM events WHERE stream = :stream AND version <= :version ${and})`;
const LAST = versionIn('max(version)');
const FORGOTTEN = versionIn(
  'max(version)',
  `AND type IN (${FORGETTING.map((type) => `'${type}'`)})`,
);
const FIRST = versionIn('min(version)', `AND version > coalesce(${FORGOTTEN}, 0)`);

const WHICH = {
  all: 'version <= :version',
  last: `version = ${LAST}`,
  ends: `version IN (${FIRST}, ${LAST})`,
};
