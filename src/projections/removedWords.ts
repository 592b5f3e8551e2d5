import type { View } from './projection.js';

/**
 * `secure-delete` takes a removed word off the pages of the index, but not out of the table that says where
 * pages begin: there stays of it what sets it off from the word before. `search_removed` holds what was
 * removed until the transaction ends.
 */
export const REMOVED_TABLES = {
  search_removed: `
    CREATE VIRTUAL TABLE search_removed USING fts5 (
      words, content = '', detail = none, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE search_removed_terms USING fts5vocab (search_removed, row);`,
};

/** Marks words as removed from the index. */
export function markRemoved(view: View, position: number, words: readonly string[]): void {
  view.run('INSERT INTO search_removed (rowid, words) VALUES (?, ?)', [position, words.join('\n')]);
}

/** Writes the index anew when it still tells of a removed word what no word left in it begins with. */
export function forgetRemoved(view: View): void {
  const removed = view.all<{ term: string }>('SELECT term FROM search_removed_terms');
  if (removed.length === 0) return;
  if (isLeftOver(view, new Set(removed.flatMap(({ term }) => beginningsOf(term))))) {
    // FTS5 leaves an index that is in one piece as it is, so it is given another piece to merge.
    view.run(`INSERT INTO observations_fts (rowid, content) VALUES (0, 'x')`);
    view.run(`INSERT INTO observations_fts (observations_fts) VALUES ('optimize')`);
    view.run(`INSERT INTO observations_fts (observations_fts, rowid, content)
              VALUES ('delete', 0, 'x')`);
  }
  view.run(`INSERT INTO search_removed (search_removed) VALUES ('delete-all')`);
}

function isLeftOver(view: View, beginnings: ReadonlySet<string>): boolean {
  // The first byte says that it is no prefix index.
  return view
    .all<{ term: Buffer }>(
      'SELECT substr(term, 2) AS term FROM observations_fts_idx WHERE length(term) > 1',
    )
    .some(({ term }) => beginnings.has(term.toString('latin1')) && !isBeginning(view, term));
}

/** Whether a word that is still in the index begins like that. */
function isBeginning(view: View, beginning: Buffer): boolean {
  const next = view.get<{ term: string }>(
    'SELECT term FROM observations_fts_terms WHERE term >= CAST(? AS TEXT) LIMIT 1',
    [beginning],
  );
  return next !== undefined && Buffer.from(next.term).indexOf(beginning) === 0;
}

/** All beginnings of a word, byte by byte: pages may begin in the middle of a character. */
function beginningsOf(word: string): string[] {
  const bytes = Buffer.from(word).toString('latin1');
  return Array.from(bytes, (_, i) => bytes.slice(0, i + 1));
}
