import { syncPath } from '../files/writeFile.js';
import { Database } from './database.js';
import { openSqliteForCheckpoint, type Sql, withoutWaiting } from './sqlite.js';

export type WalCheckpointer = ReturnType<typeof walCheckpointer>;

/** Pages of 4 KiB from which on the write-ahead log is moved elsewhere, and from which on the writer does not wait for that. */
const LONG = 1000;
const TOO_LONG = 8 * LONG;

/** As `checkpointFile`, but on another thread. */
type CheckpointElsewhere = (file: string) => Promise<void>;

/**
 * Has write-ahead logs moved into their files elsewhere, so that no write waits for the disk to take them. Takes over the
 * WAL checkpoints of each database it is called with. What takes long is done elsewhere. What was written meanwhile is
 * little; the writer moves that itself, so that the write-ahead log can start over. Its length is looked at with every
 * `lookEvery`-th call, because a look locks the file.
 */
export function walCheckpointer(
  elsewhere: CheckpointElsewhere,
  onError: (error: unknown) => void,
  { lookEvery = 16 } = {},
) {
  /** How often each database asked. */
  const calls = new WeakMap<Sql, number>();
  const moved = new WeakSet<Sql>();
  const failures = new WeakMap<Sql, Error>();
  let running: Promise<void> | undefined;

  function start(sql: Sql): void {
    running = elsewhere(sql.db.name)
      .catch((error) => {
        const code = String(error.code);
        // Of a file that is not to be trusted any more.
        if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(code)) {
          failures.set(sql, new Database.SqliteError(error.message, code));
        } else if (!code.startsWith('SQLITE_')) onError(error);
      })
      .finally(() => {
        // The writer moves the rest, or everything when that failed.
        moved.add(sql);
        running = undefined;
      });
  }

  return {
    /**
     * To be called often, between transactions. Throws the error of SQLite when the disk failed elsewhere: what was
     * written since the last time cannot be relied on.
     */
    checkpointIfLong(sql: Sql): void {
      const call = calls.get(sql) ?? 0;
      if (call === 0) sql.db.pragma('wal_autocheckpoint = 0');
      calls.set(sql, call + 1);
      const failure = failures.get(sql);
      failures.delete(sql);
      if (failure) throw failure;
      if (call % lookEvery !== 0 && !moved.has(sql)) return;
      const pages = walPages(sql);
      if (pages < LONG) return;
      if (moved.delete(sql) || pages > TOO_LONG) checkpointWal(sql);
      else if (!running) start(sql);
    },
    /** Waits for what is being moved. */
    async close(): Promise<void> {
      await running;
    },
  };
}

/** Moves the write-ahead log of a file into it, on a connection of its own. Fails as SQLite does. */
export function checkpointFile(file: string): void {
  // Opened for each, so that a file that is replaced meanwhile is not held on to.
  const sql = openSqliteForCheckpoint(file);
  try {
    // The second time for what was written during the first, which took longer.
    checkpointWal(sql);
    checkpointWal(sql);
  } finally {
    sql.db.close();
  }
}

/**
 * Moves the write-ahead log into the file once it holds `pages` pages. SQLite does the same by itself, but
 * says nothing when the disk fails it; this throws.
 */
export function checkpointWalIfLong(sql: Sql, pages: number): void {
  if (walPages(sql) >= pages) checkpointWal(sql);
}

/** How many pages the write-ahead log holds. */
export function walPages({ get }: Sql): number {
  return get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)')?.log ?? 0;
}

/**
 * Moves what no reader keeps from the write-ahead log into the file. A disk that is full, or a reader in the
 * way, only means that it has to be tried again: the pages are safe where they are.
 */
export function checkpointWal({ db }: Sql): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')) throw error;
  }
}

/**
 * Moves the write-ahead log into the file and empties it, so that what was overwritten is in neither. False while a
 * reader or a full disk prevents it. The call does not wait inside SQLite. SQLite does not sync the emptied file: without
 * that, a power failure could bring back what it held.
 */
export function emptyWal(sql: Sql): boolean {
  try {
    const [row] = withoutWaiting(
      sql,
      () => sql.db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[],
    );
    if (row?.busy !== 0) return false;
    syncPath(`${sql.db.name}-wal`);
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') return false;
    throw error;
  }
}
