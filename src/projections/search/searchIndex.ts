import { type ObservationRow, tagsOf } from '../observationRow.js';
import type { View } from '../projection.js';
import { markRemoved, REMOVED_TABLES } from './removedWords.js';
import { scopeTokensOf } from './scopeToken.js';
import { searchMeta } from './searchMeta.js';

/**
 * A contentless index of stems whose row ids are those of `observations`. `secure-delete` takes the words
 * of a removed row out of the index at once, where FTS5 would else note the removal and merge it later.
 */
export const SEARCH_TABLES = {
  observations_fts: `
    CREATE VIRTUAL TABLE observations_fts USING fts5 (
      title, content, tags, meta, scope,
      content = '', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO observations_fts (observations_fts, rank) VALUES ('secure-delete', 1);
    CREATE VIRTUAL TABLE observations_fts_terms USING fts5vocab (observations_fts, instance);`,
  // Always empty: a query that parses here is FTS5 syntax and names no other column.
  search_trial: 'CREATE VIRTUAL TABLE search_trial USING fts5 (title, content, tags);',
  ...REMOVED_TABLES,
};

/**
 * FTS5's own tables differ by how many rows were inserted at a time; its terms do not, nor do the totals
 * (record 1) from which ranks are made.
 */
export const SEARCH_DUMPS = {
  // The vocabulary comes in order of terms, and within a term of rows and places: nothing to sort.
  // Totals of nothing are zeros or not there, as one was ever indexed or not.
  observations_fts: `
    SELECT ltrim(hex(block), '0') FROM observations_fts_data WHERE id = 1 UNION ALL
    SELECT * FROM (SELECT json_array(term, group_concat(doc || ' ' || col || ' ' || "offset"))
                   FROM observations_fts_terms GROUP BY term)`,
  // Empty between transactions; FTS5 cannot list it.
  search_removed: 'SELECT term FROM search_removed_terms',
};

const COLUMNS = 'rowid, title, content, tags, meta, scope';
const PUT = `INSERT INTO observations_fts (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`;
const TAKE = `INSERT INTO observations_fts (observations_fts, ${COLUMNS})
              VALUES ('delete', ?, ?, ?, ?, ?, ?)`;

/** The columns of `observations` from which the index is made. */
export const INDEXED_COLUMNS = [
  ...(['position', 'title', 'content', 'tags', 'author', 'created_at'] as const),
  ...(['project', 'type', 'team', 'country', 'session_id'] as const),
] as const satisfies readonly (keyof ObservationRow)[];
type IndexedNote = Pick<ObservationRow, (typeof INDEXED_COLUMNS)[number]>;

/** Puts one revision of an observation into the index. Positions only grow: FTS5 is slow otherwise. */
export function index(view: View, row: IndexedNote): void {
  view.run(PUT, valuesOf(row));
}

/**
 * Takes one revision of an observation out of the index, its words and what they add to the totals. What
 * is left to do is done by `forgetRemoved`, once in a transaction.
 */
export function unindex(view: View, row: IndexedNote): void {
  const values = valuesOf(row);
  view.run(TAKE, values);
  markRemoved(view, row.position, values.slice(1).map(String));
}

/** What becomes of the words of a revision that comes or goes. */
export interface Indexing {
  readonly index: typeof index;
  readonly unindex: typeof unindex;
}

/** Leaves the index to whoever makes it from the rows. */
export const withoutIndex: Indexing = { index() {}, unindex() {} };

/** FTS5 keeps no text: it has to be told what to take out exactly as it was put in. */
function valuesOf(row: IndexedNote): (string | number)[] {
  const tags = tagsOf(row);
  const lines = tags.join('\n');
  const scope = scopeTokensOf(row, { tags });
  return [row.position, row.title, row.content, lines, searchMeta(row, lines), scope];
}
