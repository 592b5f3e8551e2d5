import { type ObservationRow, tagsOf } from '../observationRow.js';
import type { View } from '../projection.js';
import { markRemoved, REMOVED_TABLES } from './removedWords.js';
import { scopeTokensOf } from './scopeToken.js';
import { searchMeta } from './searchMeta.js';

/**
 * A contentless FTS5 index of stems. Its row ids are those of `observations`. With `secure-delete`, FTS5 removes the
 * words of a deleted row at once; without it, FTS5 would only record the deletion and merge it later.
 */
export const SEARCH_TABLES = {
  observations_fts: `
    CREATE VIRTUAL TABLE observations_fts USING fts5 (
      title, content, tags, meta, scope,
      content = '', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO observations_fts (observations_fts, rank) VALUES ('secure-delete', 1);
    CREATE VIRTUAL TABLE observations_fts_terms USING fts5vocab (observations_fts, instance);`,
  // Always empty: a query that parses here is valid FTS5 syntax and names no other column.
  search_trial: 'CREATE VIRTUAL TABLE search_trial USING fts5 (title, content, tags);',
  ...REMOVED_TABLES,
};

/**
 * FTS5's own tables depend on the number of rows per transaction. Its terms and the totals (record 1), from which ranks
 * are computed, do not.
 */
export const SEARCH_DUMPS = {
  // No ORDER BY: the vocabulary comes sorted by term, row and place.
  // ltrim: for an empty index, the totals are zeros or missing, depending on whether a row was ever indexed.
  observations_fts: `
    SELECT ltrim(hex(block), '0') FROM observations_fts_data WHERE id = 1 UNION ALL
    SELECT * FROM (SELECT json_array(term, group_concat(doc || ' ' || col || ' ' || "offset"))
                   FROM observations_fts_terms GROUP BY term)`,
  // Empty between transactions. FTS5 cannot list the rows of the table itself.
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

/** Adds one revision of an observation to the index. Positions must increase: FTS5 is slow otherwise. */
export function index(view: View, row: IndexedNote): void {
  view.run(PUT, valuesOf(row));
}

/**
 * Removes one revision of an observation from the index: its words and their part of the totals. `forgetRemoved` does the
 * rest, once per transaction.
 */
export function unindex(view: View, row: IndexedNote): void {
  const values = valuesOf(row);
  view.run(TAKE, values);
  markRemoved(view, row.position, values.slice(1).map(String));
}

/** The operations on the index when a revision is added or removed. */
export interface Indexing {
  readonly index: typeof index;
  readonly unindex: typeof unindex;
}

/** Does nothing: for a build that fills the index from the rows afterwards. */
export const withoutIndex: Indexing = { index() {}, unindex() {} };

/** The indexed values. A contentless table keeps no text, so a removal has to pass the same values as the insertion. */
function valuesOf(row: IndexedNote): (string | number)[] {
  const tags = tagsOf(row);
  const lines = tags.join('\n');
  const scope = scopeTokensOf(row, { tags });
  return [row.position, row.title, row.content, lines, searchMeta(row, lines), scope];
}
