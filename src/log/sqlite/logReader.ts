import { FORGETTING } from '../../events/vaultEvent.js';
import { openSqliteReader, type Sql } from '../../sqlite/sqlite.js';
import type { Head, LogReads, StreamReads } from '../eventLog.js';
import { erasesAfter } from './erase.js';
import { headOf } from './headOf.js';
import { readKept, readPage } from './readEvents.js';
import { INDEXED, lastIn, positionsIn, streamParams } from './streamPositions.js';

export type LogReader = ReturnType<typeof openSqliteLogReader>;

/**
 * Reads the log in a SQLite file on a connection of its own, also while another one writes. `cache` is in KiB. Throws when there
 * is no such file.
 */
export function openSqliteLogReader(file: string, options: { cache?: number } = {}) {
  const sql = openSqliteReader(file, options);
  return {
    ...streamReads(sql),
    /**
     * Starts a snapshot of the log, which lasts until `thaw`. Meanwhile, erased texts stay readable in the file
     * (`EventLog.wipe` has to wait) and the write-ahead log only grows.
     */
    freeze(): Head {
      sql.db.exec('BEGIN');
      return headOf(sql);
    },
    thaw: () => void sql.db.exec('COMMIT'),
    /** True when an event after that position erases an earlier payload. */
    erasesAfter: (position: number) => erasesAfter(sql, position),
    close: () => void sql.db.close(),
  };
}

/** The reads along the log and its streams that any connection to its file can answer. */
export function streamReads(sql: Sql): StreamReads {
  return {
    head: async () => headOf(sql),
    readAfter: async (position, limit) => readPage(sql, AFTER, [position, limit]),
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

const AFTER = 'WHERE events.position > ? ORDER BY events.position LIMIT ?';
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

/** The log up to `position`, until the bound is removed. Payloads that were erased since then are missing. */
export function boundedLog(log: LogReads, position: number) {
  let end = position;
  return {
    async head(): Promise<Head> {
      const head = await log.head();
      if (head.position <= end) return head;
      return { position: end, hash: (await log.hashAt(end)) ?? Buffer.alloc(32) };
    },
    readAfter: async (after: number, limit: number) =>
      (await log.readAfter(after, limit)).filter((event) => event.position <= end),
    hashAt: async (at: number) => (at <= end ? log.hashAt(at) : undefined),
    removeBound() {
      end = Number.POSITIVE_INFINITY;
    },
  };
}
