import Database from 'better-sqlite3';
import type { Sql } from './sqlite.js';

/**
 * Moves the write-ahead log into the file once it holds `pages` pages. SQLite does the same by itself, but
 * says nothing when the disk fails it; this throws. A disk that is full, or a reader in the way, only
 * means that it is tried again next time: the pages are safe where they are.
 */
export function checkpointWhenLong({ db, get }: Sql, pages: number): void {
  const now = get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)');
  if (now === undefined || now.log < pages) return;
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')) throw error;
  }
}
