import type { Sql } from './sqlite.js';

/**
 * Runs reads in one transaction: all see the file as it is at one moment. SQLite locks the file once for all of them, and
 * not four times for each statement.
 */
export function inOneRead<T>(sql: Sql, read: (sql: Sql) => T): T {
  return sql.db.transaction(read)(sql);
}
