import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { aboutFile } from '../diagnostics/diagnostic.js';
import { syncPath } from '../files/writeFile.js';
import { Database } from './database.js';

/** SQLite before 3.51.3 can corrupt a file when its write-ahead log is reset. */
const OLDEST_SQLITE = [3, 51, 3] as const;

type Value = string | number | bigint | Buffer | null;
export type Params = Record<string, Value> | readonly Value[];

/**
 * Of the pages of a file, KiB that a connection keeps which reads as long as the service runs. The kernel keeps them as
 * well, once for all: a miss costs a copy and no disk. better-sqlite3 sets 16 MB, which is for work that reads it all.
 */
export const SERVICE_CACHE = 512;
/**
 * The same of a connection that writes: it keeps all pages of a transaction, or they would be written more than once. A rebuild, which reads
 * all, is no faster with more.
 */
export const USUAL_CACHE = 2048;

/** A connection whose statements are prepared once and kept. */
export interface Sql {
  readonly db: Database.Database;
  run(sql: string, params?: Params): void;
  get<Row>(sql: string, params?: Params): Row | undefined;
  all<Row>(sql: string, params?: Params): Row[];
  /** One row at a time, of which the rest need not be read. Run no other statement in between. */
  each<Row>(sql: string, params?: Params): IterableIterator<Row>;
}

/**
 * Opens a SQLite file in WAL mode. `synchronous` is set on every open: a file that is *re*opened in
 * WAL mode would otherwise come back with NORMAL, which loses acknowledged writes on power loss.
 */
export function openSqlite(file: string, synchronous: 'FULL' | 'NORMAL' | 'OFF'): Sql {
  const left = bytesInWal(file);
  const db = open(file);
  try {
    refuseOldSqlite(db);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('foreign_keys = ON');
    // What is deleted is overwritten: an erased text must not live on in free pages.
    db.pragma('secure_delete = ON');
    // Without syncing it is a build: it writes everything, and then it is closed.
    if (synchronous !== 'OFF') boundCache(db, USUAL_CACHE);
    waitForOthers(db, BUSY_MS);
    if (left > 0) wipeWalIndex(db);
    // A process that was killed may have left a transaction that it had written and not synced. It is shown from now on.
    if (synchronous === 'FULL' && bytesInWal(file) > 0) syncPath(`${file}-wal`);
  } catch (error) {
    db.close();
    throw aboutFile(error, file);
  }
  return keepStatements(db);
}

/** Opens a file. An error says which one. */
function open(file: string, options?: Database.Options): Database.Database {
  try {
    return new Database(file, options);
  } catch (error) {
    throw Object.assign(refusalOfSystem(file) ?? (error as Error), { file });
  }
}

/**
 * Why the system refuses a file, of which SQLite says only that it cannot be opened. Does not open the file itself: to
 * close it would end the locks of this process on it.
 */
function refusalOfSystem(file: string): Error | undefined {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.R_OK);
    // Fails when this process has as many files open as it may have.
    closeSync(openSync(dirname(file), 'r'));
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Bytes of the write-ahead log that is there before `file` is opened. */
function bytesInWal(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Opens an existing SQLite file for reading only, next to the connection that writes it. `cache` is in KiB. */
export function openSqliteReader(file: string, { cache }: { cache?: number } = {}): Sql {
  const db = open(file, { readonly: true, fileMustExist: true });
  if (cache !== undefined) boundCache(db, cache);
  return keepStatements(db);
}

/** Opens an existing SQLite file next to the connection that writes it, to move its write-ahead log. */
export function openSqliteForCheckpoint(file: string): Sql {
  const db = open(file, { fileMustExist: true });
  db.pragma('synchronous = FULL');
  return keepStatements(db);
}

function boundCache(db: Database.Database, kibibytes: number): void {
  // Negative, or it would be pages.
  db.pragma(`cache_size = -${kibibytes}`);
}

/** Waiting blocks the whole process: better to refuse soon. */
const BUSY_MS = 100;

/** Runs work that fails immediately when another connection's lock is in its way. */
export function withoutWaiting<T>({ db }: Sql, work: () => T): T {
  waitForOthers(db, 0);
  try {
    return work();
  } finally {
    waitForOthers(db, BUSY_MS);
  }
}

function waitForOthers(db: Database.Database, ms: number): void {
  db.pragma(`busy_timeout = ${ms}`);
}

function refuseOldSqlite(db: Database.Database): void {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
  if (!isNewEnough(version)) {
    throw new Error(
      `SQLite ${version} can corrupt a write-ahead log: install better-sqlite3 with SQLite ${OLDEST_SQLITE.join('.')} or newer`,
    );
  }
}

/** True for `3.51.3` and everything after it. */
export function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [i, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}

/** An error of a statement says which file it is about. */
function keepStatements(db: Database.Database): Sql {
  const kept = new Map<string, Database.Statement>();
  const statement = (sql: string) => {
    const known = kept.get(sql);
    if (known) return known;
    const prepared = db.prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };
  const named = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw aboutFile(error, db.name);
    }
  };
  return {
    db,
    run: (sql, params = []) => void named(() => statement(sql).run(params)),
    // The row types are the caller's word for what its own SQL selects; the compiler cannot read SQL.
    get: <Row>(sql: string, params: Params = []) =>
      named(() => statement(sql).get(params) as Row | undefined),
    all: <Row>(sql: string, params: Params = []) =>
      named(() => statement(sql).all(params) as Row[]),
    *each<Row>(sql: string, params: Params = []) {
      try {
        yield* statement(sql).iterate(params) as IterableIterator<Row>;
      } catch (error) {
        throw aboutFile(error, db.name);
      }
    },
  };
}

/**
 * Runs reads in one transaction: all see the file as it is at one moment. SQLite locks the file once for all of them, and
 * not four times for each statement.
 */
export function inOneRead<T>(sql: Sql, read: (sql: Sql) => T): T {
  return sql.db.transaction(read)(sql);
}

/**
 * Where a power cut left a write-ahead log without one whole frame, SQLite's recovery copies uninitialised memory of
 * this process into the index of that log (`walIndexRecover`), which is a file next to it (`-shm`): whatever was last
 * in there, a secret or a text that was forgotten. The first frame written clears it, so one is written at once.
 */
export function wipeWalIndex(db: Database.Database): void {
  const [wal] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  if (wal?.log !== 0) return;
  // Sets what is set: a frame, and no change.
  const version = Number(db.pragma('user_version', { simple: true }));
  db.pragma(`user_version = ${version}`);
}
