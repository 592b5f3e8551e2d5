import { openSqliteReader } from './sqlite.js';

/**
 * Writes what a database holds now into a new file, next to whoever writes to it: one moment of it, and
 * nothing of what was erased (https://sqlite.org/lang_vacuum.html#vacuuminto). The file may be there already
 * if it is empty, and keeps its permissions.
 */
export function copyDatabase(from: string, to: string): void {
  const sql = openSqliteReader(from);
  try {
    sql.run('VACUUM INTO ?', [to]);
  } finally {
    sql.db.close();
  }
}
