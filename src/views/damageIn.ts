import type { Sql } from '../sqlite/sqlite.js';

/** So many are reported of one file. */
const MOST = 10;

/**
 * What SQLite finds wrong with a file of read models, as sentences: pages and rows that cannot be read, indexes that do
 * not fit their tables, a search index that contradicts itself. It reads the whole file once, and writes nothing.
 */
export function damageIn({ db }: Sql): readonly string[] {
  // FTS5 takes part in it since SQLite 3.44 (https://sqlite.org/pragma.html#pragma_integrity_check).
  const rows = db.prepare(`PRAGMA integrity_check(${MOST})`).pluck().all() as string[];
  return rows.filter((row) => row !== 'ok');
}
