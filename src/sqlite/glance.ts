import { constants, copyFileSync, existsSync, linkSync } from 'node:fs';
import { removeDatabase } from './databaseFiles.js';
import { openSqliteReader, type Sql } from './sqlite.js';

/** Reads a database in a file. Throws as SQLite does when there is nothing to read. */
export type ReadDatabase = <T>(file: string, read: (sql: Sql) => T) => T;

/** Reads a database that another process may be writing. */
export const readShared: ReadDatabase = (file, read) => {
  const sql = openSqliteReader(file);
  try {
    return read(sql);
  } finally {
    sql.db.close();
  }
};

/**
 * Reads a database that no process writes, and leaves it and the files next to it as they are. SQLite itself makes some of
 * them, writes and removes others; here it does so next to a second name of the file, which goes away again.
 */
export const glance: ReadDatabase = (file, read) => {
  const name = secondName(file);
  removeGlance(file);
  try {
    giveName(file, name);
    if (existsSync(`${file}-wal`)) giveName(`${file}-wal`, `${name}-wal`);
    return readShared(name, read);
  } finally {
    removeDatabase(name);
  }
};

const secondName = (file: string) => `${file}.glance`;

/** Removes the second name that is there after a process was killed in `glance`: it would keep what the file loses. */
export function removeGlance(file: string): void {
  removeDatabase(secondName(file));
}

/** Not every file system has second names; there it is a copy, which takes as long as the file is large. */
function giveName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EXDEV', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}
