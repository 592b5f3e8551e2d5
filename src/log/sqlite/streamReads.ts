import { FORGETTING } from '../../events/erasure.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { StreamReads } from '../eventLog.js';
import { headOf } from './headOf.js';
import { readKept, readPage } from './readEvents.js';
import { INDEXED, lastIn, positionsIn, streamParams } from './streamPositions.js';

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
      sql.get<{ version: number }>(
        `SELECT version FROM events WHERE position = ${lastIn('true')}`,
        streamParams(sql, stream),
      )?.version ?? 0,
    readStream: async (stream, { version = Number.MAX_SAFE_INTEGER, only = 'all' } = {}) =>
      readKept(sql, `WHERE ${UP_TO} AND (${WHICH[only]}) ORDER BY events.position`, {
        ...streamParams(sql, stream),
        version,
      }),
  };
}

const UP_TO = 'version <= :version';
const FORGETS = `type IN (${FORGETTING.map((type) => `'${type}'`)})`;
/** SQL for the version of the last event that erased those before it; 0 without one. */
const FORGOTTEN = `coalesce((
  SELECT max(version) FROM ${INDEXED} AND stream = :stream AND ${UP_TO} AND ${FORGETS}), 0)`;
const LAST = `events.position = ${lastIn(UP_TO)}`;

const WHICH = {
  all: `events.position IN ${positionsIn(UP_TO)}`,
  last: LAST,
  ends: `${LAST} OR events.position IN ${positionsIn(`version = ${FORGOTTEN} + 1`)}`,
};
