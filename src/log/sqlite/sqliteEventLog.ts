import Database from 'better-sqlite3';
import { Rejection } from '../../domain/rejection.js';
import { isKnown } from '../../events/upcast.js';
import { checkpointWalIfLong, emptyWal } from '../../sqlite/checkpointWal.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import type { WalCheckpointer } from '../../sqlite/walCheckpointer.js';
import { type Batch, type EventLog, LogBroken } from '../eventLog.js';
import { appendBatch } from './appendBatch.js';
import { countErased } from './countErased.js';
import { totalsOf } from './headOf.js';
import { migrate } from './migrate.js';
import { readEntries } from './readEntries.js';
import { envelopeOf, readLeaves } from './readEnvelopes.js';
import { unknownKind } from './readEvents.js';
import { findDuplicates, idempotencyRecord } from './readGuards.js';
import { streamReads } from './streamReads.js';

/** Sizes in pages of 4 KiB. */
export interface SqliteLogOptions {
  /** The most that log.db may grow to. */
  readonly maxPages?: number | undefined;
  /** After how many the write-ahead log is moved into log.db; SQLite's own habit by default. */
  readonly checkpointPages?: number | undefined;
  /** What else moves it. */
  readonly checkpoints?: WalCheckpointer | undefined;
}

/** Opens (or makes) the log in a SQLite file. */
export function openSqliteEventLog(
  file: string,
  { maxPages, checkpointPages = 1000, checkpoints }: SqliteLogOptions = {},
): EventLog {
  const sql = openSqlite(file, 'FULL');
  try {
    migrate(sql);
    refuseUnknownKinds(sql);
    sql.db.pragma('wal_autocheckpoint = 0');
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw error;
  }
  const append = sql.db.transaction((batch: Batch, expected: number) =>
    appendBatch(sql, batch, expected),
  ).immediate;

  return {
    ...streamReads(sql),
    totals: async () => totalsOf(sql),
    append: async (batch, expected) =>
      guarded(() => {
        // Before and not after: a batch that is refused for it has not been written.
        if (checkpoints) checkpoints.checkpointIfLong(sql);
        else checkpointWalIfLong(sql, checkpointPages);
        return append(batch, expected);
      }),
    readEntries: (position, limit, only) => readEntries(sql, position, limit, only),
    erased: () => countErased(sql),
    readLeaves: async (position, limit) => readLeaves(sql, position, limit),
    envelopeOf: async (name) => envelopeOf(sql, name),
    findDuplicates: async (sessionId, contentHash) => findDuplicates(sql, sessionId, contentHash),
    idempotencyRecord: async (key) => idempotencyRecord(sql, key),
    wipe: async () => guarded(() => emptyWal(sql)),
    async close() {
      sql.db.close();
    },
  };
}

function refuseUnknownKinds(sql: Sql): void {
  for (const kind of sql.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds')) {
    if (!isKnown(kind.type, kind.schema)) throw unknownKind(kind.type, kind.schema);
  }
}

function guarded<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    return fail(error);
  }
}

/** Tells what heals from an engine, or a file, whose next fsync may falsely succeed. */
function fail(error: unknown): never {
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
