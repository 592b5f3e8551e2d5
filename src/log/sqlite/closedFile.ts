import { openSqlite } from '../../sqlite/sqlite.js';
import { migrate } from './migrate.js';

/** Brings a log that nobody has open to the format of this release. */
export function migrateFile(file: string): void {
  const log = openSqlite(file, 'FULL');
  try {
    migrate(log);
  } finally {
    log.db.close();
  }
}

/** Moves what the write-ahead log of a file holds into the file, which is what its last user leaves. */
export function mergeWriteAheadLog(file: string): void {
  openSqlite(file, 'FULL').db.close();
}
