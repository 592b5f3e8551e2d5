import { openSqliteReader } from '../../sqlite/sqlite.js';

/**
 * Copies the log into a new file, also while another process writes to it. The copy is a consistent snapshot without
 * remains of erased texts (https://sqlite.org/lang_vacuum.html#vacuuminto). The target may exist if it is empty; it keeps
 * its permissions.
 */
export function copyLog(from: string, to: string): void {
  const log = openSqliteReader(from);
  try {
    log.run('VACUUM INTO ?', [to]);
  } finally {
    log.db.close();
  }
}
