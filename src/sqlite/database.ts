import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type BetterSqlite from 'better-sqlite3';
import { codeOf } from '../diagnostics/diagnostic.js';
import { bindingFor } from './bindingFor.js';

/** The better-sqlite3 for this Node, chosen once: everything that opens a SQLite file imports it from here. */
export const Database = loadFor(process.versions.node);

// The types of the package, by the names that it gives them.
export declare namespace Database {
  type Database = BetterSqlite.Database;
  type Options = BetterSqlite.Options;
  type Statement = BetterSqlite.Statement;
}

function loadFor(node: string): typeof BetterSqlite {
  const version = bindingFor(node);
  const load = createRequire(import.meta.url);
  try {
    const loaded = load(version === 13 ? 'better-sqlite3' : forNode20());
    // The package loads its binary when it opens something.
    new loaded(':memory:').close();
    return loaded;
  } catch (error) {
    const [why] = String(error).split('\n');
    throw new Error(
      `better-sqlite3 ${version}, which Node ${node} needs, does not load: install memory-vault again with this Node (${howToInstall()}). ${why}`,
    );
  }
}

/** A path, because by its name Node would also find version 13, which crashes on Node 20. */
function forNode20(): string {
  return fileURLToPath(
    new URL('../../sqlite-for-node20/node_modules/better-sqlite3', import.meta.url),
  );
}

/** In a clone by its lock file; a place that npx has made has a lock file of its own, which is for the other Node. */
function howToInstall(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
  const [, place] = /^(.*)[\\/]node_modules[\\/]memory-vault$/.exec(root) ?? [];
  return place === undefined ? `"npm ci" in ${root}` : `if npx made ${place}, delete that first`;
}

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
