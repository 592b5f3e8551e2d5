import Database from 'better-sqlite3';
import { Rejection } from '../domain/rejection.js';
import { isKnown } from '../events/upcast.js';
import { appendBatch } from './appendBatch.js';
import {
  type Batch,
  type Duplicate,
  type EventLog,
  type FirstAnswer,
  LogBroken,
  type LogTotals,
} from './eventLog.js';
import { headOf } from './headOf.js';
import { migrate } from './migrate.js';
import { readEvents, unknownKind } from './readEvents.js';
import { openSqlite, type Sql } from './sqlite.js';

/** Opens (or makes) the log in a SQLite file. `maxPages` bounds its size, in pages of 4 KiB. */
export function openSqliteEventLog(
  file: string,
  { maxPages }: { maxPages?: number | undefined } = {},
): EventLog {
  const sql = openSqlite(file, 'FULL');
  try {
    migrate(sql);
    refuseUnknownKinds(sql);
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw error;
  }
  const append = sql.db.transaction((batch: Batch, expected: number) =>
    appendBatch(sql, batch, expected),
  ).immediate;

  return {
    head: async () => headOf(sql),
    totals: async () => totalsOf(sql),
    append: async (batch, expected) => guarded(() => append(batch, expected)),
    readStream: async (stream, { version = Number.MAX_SAFE_INTEGER, last = false } = {}) =>
      last
        ? readEvents(sql, 'WHERE stream = ? AND version <= ? ORDER BY version DESC LIMIT 1', [
            stream,
            version,
          ])
        : readEvents(sql, 'WHERE stream = ? AND version <= ? ORDER BY version', [stream, version]),
    readAfter: async (position, limit) =>
      readEvents(sql, 'WHERE position > ? ORDER BY position LIMIT ?', [position, limit]),
    hashAt: async (position) =>
      sql.get<{ hash: Buffer }>('SELECT hash FROM events WHERE position = ?', [position])?.hash,
    duplicateOf: async (sessionId, contentHash) =>
      sql.get<Duplicate>(
        'SELECT stream, position FROM dedup WHERE session_id = ? AND content_hash = ?',
        [sessionId, contentHash],
      ),
    firstAnswer: async (key) =>
      sql.get<FirstAnswer>('SELECT * FROM idempotency WHERE key = ?', [key]),
    close: async () => void sql.db.close(),
  };
}

function totalsOf(sql: Sql): LogTotals {
  const totals = sql.get<LogTotals>('SELECT position AS events, deduplicated FROM head');
  return totals ?? { events: 0, deduplicated: 0 };
}

function refuseUnknownKinds(sql: Sql): void {
  for (const kind of sql.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds')) {
    if (!isKnown(kind.type, kind.schema)) throw unknownKind(kind.type, kind.schema);
  }
}

/** Tells what heals from an engine whose next fsync may falsely succeed. */
function guarded<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code === 'SQLITE_FULL') {
      throw new Rejection(
        'not_ready',
        'the disk is full: nothing was stored. Free some space and retry',
      );
    }
    if (/^SQLITE_(BUSY|LOCKED)/.test(error.code)) {
      throw new Rejection('not_ready', 'another program holds log.db: nothing was stored');
    }
    if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(error.code)) throw new LogBroken(error);
    throw error;
  }
}
