import { Database } from './database.js';

/** True for the error of SQLite that a file is damaged, or no database at all. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** SQLite says it of what is no error of a statement, though its code is that of one. */
const LOST_TABLE = /^(no such table|vtable constructor failed|invalid fts5 file format)/;
/** better-sqlite3 says it after a swap of files that failed halfway. */
const NOT_OPEN = 'The database connection is not open';

/**
 * True for an error that says that a file cannot be used as it is: damaged, gone, or not given by the disk. False for an
 * error of a statement. An error that crossed from a thread is a plain one with the code of SQLite.
 */
export function saysUnusable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/.test(code)) return true;
  return code === 'SQLITE_ERROR' ? LOST_TABLE.test(error.message) : error.message === NOT_OPEN;
}

const STORAGE = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/;

/** True for errors of a file, whether it is damaged or only cannot be written now; false for errors of a statement. */
export function isStorageFailure(error: unknown): boolean {
  return STORAGE.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
