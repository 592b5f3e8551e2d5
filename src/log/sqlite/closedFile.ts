import { openSqlite } from '../../sqlite/sqlite.js';
import { migrate } from './migrate.js';

/** Migrates a log that no process has open to the format of this release. */
export function migrateFile(file: string): void {
  const log = openSqlite(file, 'FULL');
  try {
    migrate(log);
  } finally {
    log.db.close();
  }
}

/** Moves the write-ahead log into the file: SQLite does so when the last connection closes. */
export function mergeWriteAheadLog(file: string): void {
  openSqlite(file, 'FULL').db.close();
}
