import { constants, rmSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Diagnostic, diagnosticOf, messageOf } from '../diagnostics/diagnostic.js';
import { notRegular } from '../files/regularFile.js';
import { openSqlite, type Sql } from './sqlite.js';

/** The files of a database: its write-ahead log or rollback journal may hold most of it, and may be missing. */
const PARTS = ['', '-wal', '-journal'] as const;
const TRIES = 5;

/**
 * Opens a copy of a database of another program, with all that its write-ahead log holds. The files themselves are only
 * read, and nothing is made next to them. The copy lies in a directory that only this user may enter, and its name goes away
 * as soon as it is open, so that a kill leaves nothing behind (Windows keeps it until it is closed). Throws
 * `file_locked` when the database changes all the time, and `file_damaged` when it is none.
 */
export async function openPrivateCopy(file: string): Promise<{ readonly sql: Sql; close(): void }> {
  const from = await realpath(file);
  if (!statSync(from).isFile()) throw notRegular(file, 'name the file of a database');
  const directory = await mkdtemp(join(tmpdir(), 'memory-vault-import-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const copy = join(directory, 'copy.db');
    await copyParts(from, copy);
    const sql = openSqlite(copy, 'OFF');
    readOneFile(sql);
    if (process.platform !== 'win32') remove();
    return {
      sql,
      close() {
        sql.db.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw ofOriginal(error, file);
  }
}

/** Names the file that was to be read: nobody knows the copy. What to do about a damaged one is not what a vault would do. */
function ofOriginal(error: unknown, file: string): Diagnostic {
  if (error instanceof Diagnostic) return error;
  const { code } = diagnosticOf(error);
  const next =
    code === 'file_damaged'
      ? 'name a database. If it is one, let "sqlite3 FILE .recover" mend it, or take a backup of it'
      : undefined;
  return new Diagnostic(code, messageOf(error, file), { file, next, cause: error });
}

/** Copies the files until none of them changed meanwhile: parts of two moments would make a damaged database. */
async function copyParts(from: string, to: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = PARTS.map((part) => stateOf(from + part));
    for (const [i, part] of PARTS.entries()) {
      rmSync(to + part, { force: true });
      if (before[i] === undefined) continue;
      await copyFile(from + part, to + part, constants.COPYFILE_FICLONE);
      await chmod(to + part, 0o600);
    }
    if (PARTS.every((part, i) => stateOf(from + part) === before[i])) return;
  }
  throw new Diagnostic('file_locked', `${from} changes while it is copied`, {
    file: from,
    next: 'end the program that writes it, and try again',
  });
}

/** Changes whenever the file does; undefined without the file. */
function stateOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  // To copy a pipe would wait for somebody who writes.
  if (stats && !stats.isFile()) throw notRegular(file, 'name the file of a database');
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

/** Moves the write-ahead log into the file. What the schema of a stranger says is not run. */
function readOneFile({ db }: Sql): void {
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('journal_mode = DELETE');
    db.pragma('query_only = ON');
  } catch (error) {
    db.close();
    throw error;
  }
}
