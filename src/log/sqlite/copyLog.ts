import { openSqliteReader } from '../../sqlite/sqlite.js';

/**
 * Writes what a log holds now into a new file, beside whoever writes to the log: one moment of it, and
 * nothing of what was erased (https://sqlite.org/lang_vacuum.html#vacuuminto). The file may be there already
 * if it is empty, and keeps its permissions.
 */
export function copyLog(from: string, to: string): void {
  const log = openSqliteReader(from);
  try {
    log.run('VACUUM INTO ?', [to]);
  } finally {
    log.db.close();
  }
}
