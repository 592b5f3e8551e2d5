import { rmSync } from 'node:fs';
import { openSqliteReader } from './sqlite.js';

/**
 * Writes what a database holds now into a new file, also while another connection writes to it: one moment of it, and
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

/**
 * Removes a database and the files that belong to it: a kill just after it was made leaves a rollback journal. The
 * file itself goes first, since the others mean nothing without it.
 */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
