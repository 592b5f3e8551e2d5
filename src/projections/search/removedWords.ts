import type { View } from '../projection.js';
import { beginningsOf, dropMergedAway, moveBoundary } from './indexPages.js';

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

/** Takes out of the index what still tells of a removed word, where no word left in it begins like that. */
export function forgetRemoved(view: View): void {
  const removed = view.all<{ term: string }>('SELECT term FROM search_removed_terms');
  if (removed.length === 0) return;
  // The first time that somebody asks for words, FTS5 writes what it holds back: before pages are looked at.
  const gone = removed.filter(({ term }) => !isInIndex(view, term));
  const segments = dropMergedAway(view);
  for (const { term } of gone) {
    for (const kept of beginningsOf(view, segments, Buffer.from(term))) {
      if (!isBeginning(view, kept.beginning)) moveBoundary(view, kept);
    }
  }
  view.run(`INSERT INTO search_removed (search_removed) VALUES ('delete-all')`);
}

function isInIndex(view: View, word: string): boolean {
  const found = view.get('SELECT 1 FROM observations_fts_terms WHERE term = ? LIMIT 1', [word]);
  return found !== undefined;
}

/** Whether a word that is still in the index begins like that. */
function isBeginning(view: View, beginning: Buffer): boolean {
  const next = view.get<{ term: string }>(
    'SELECT term FROM observations_fts_terms WHERE term >= CAST(? AS TEXT) LIMIT 1',
    [beginning],
  );
  return next !== undefined && Buffer.from(next.term).indexOf(beginning) === 0;
}
