import { syncPath } from '../files/syncPath.js';
import { Database } from './database.js';
import { type Sql, withoutWaiting } from './sqlite.js';

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
