import Database from 'better-sqlite3';
import { type Sql, withoutWaiting } from './sqlite.js';

/**
 * Moves the write-ahead log into its file and empties it. Deleted content is overwritten in the file
 * (`secure_delete`), but its old pages stand in the write-ahead log until then. False while a reader or
 * a full disk holds it up; asking again later does no harm.
 */
export function scour(sql: Sql): boolean {
  try {
    const [row] = withoutWaiting(
      sql,
      () => sql.db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[],
    );
    return row?.busy === 0;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') return false;
    throw error;
  }
}
