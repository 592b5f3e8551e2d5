import { constants, copyFileSync, existsSync, linkSync, rmSync } from 'node:fs';
import { openSqlite, openSqliteReader, type Sql } from './sqlite.js';

/**
 * Writes what a database holds now into a new file, also while another connection writes to it: one moment of it, and
 * nothing of what was erased (https://sqlite.org/lang_vacuum.html#vacuuminto). The file may be there already
 * if it is empty, and keeps its permissions.
 */
export function copyDatabase(from: string, to: string): void {
  readShared(from, (sql) => sql.run('VACUUM INTO ?', [to]));
}

/**
 * Removes a database and the files that belong to it: a kill just after it was made leaves a rollback journal. The
 * file itself goes first, since the others mean nothing without it.
 */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

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

/** Reads and writes a database that nobody else has open, each write synced. Its write-ahead log is in the file afterwards. */
export const withinFile: ReadDatabase = (file, work) => {
  const sql = openSqlite(file, 'FULL');
  try {
    return work(sql);
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
