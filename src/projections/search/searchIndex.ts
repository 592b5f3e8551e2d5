import { type ObservationRow, tagsOf } from '../observationRow.js';
import type { View } from '../projection.js';
import { scopeTokensOf } from './scopeToken.js';
import { searchMeta } from './searchMeta.js';

/**
 * A contentless index of stems whose row ids are those of `observations`. FTS5 notes the words of a removed row as
 * removed and takes them out when it merges segments: see `wipeIndex`.
 */
export const SEARCH_TABLES = {
  observations_fts: `
    CREATE VIRTUAL TABLE observations_fts USING fts5 (
      title, content, tags, meta, scope,
      content = '', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE observations_fts_terms USING fts5vocab (observations_fts, instance);`,
  // Always empty: a query that parses here is FTS5 syntax and names no other column.
  search_trial: 'CREATE VIRTUAL TABLE search_trial USING fts5 (title, content, tags);',
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
};

const COLUMNS = 'rowid, title, content, tags, meta, scope';
const PUT = `INSERT INTO observations_fts (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`;
const TAKE = `INSERT INTO observations_fts (observations_fts, ${COLUMNS})
              VALUES ('delete', ?, ?, ?, ?, ?, ?)`;

/** Puts one revision of an observation into the index. Positions only grow: FTS5 is slow otherwise. */
export function index(view: View, row: ObservationRow): void {
  view.run(PUT, valuesOf(row));
}

/** Takes one revision of an observation out of the index, its words and what they add to the totals. */
export function unindex(view: View, row: ObservationRow): void {
  view.run(TAKE, valuesOf(row));
}

/** Merges the whole index into one segment, in which no removed word is left, nor a boundary made from one. */
export function wipeIndex(view: View): void {
  view.run(`INSERT INTO observations_fts (observations_fts) VALUES ('optimize')`);
}

/** What becomes of the words of a revision that comes or goes. */
export interface Indexing {
  readonly index: typeof index;
  readonly unindex: typeof unindex;
}

/** Leaves the index to whoever makes it from the rows. */
export const withoutIndex: Indexing = { index() {}, unindex() {} };

/** FTS5 keeps no text: it has to be told what to take out exactly as it was put in. */
function valuesOf(row: ObservationRow): (string | number)[] {
  const tags = tagsOf(row);
  const lines = tags.join('\n');
  const scope = scopeTokensOf(row, tags);
  return [row.position, row.title, row.content, lines, searchMeta(row, lines), scope];
}
