import { sha256Hex } from '../domain/hash.js';
import {
  FILTER_NAMES,
  type FilterName,
  type FiltersWith,
  SEARCH_FILTERS,
} from '../domain/searchFilters.js';
import { folded, identifiersIn, splitIdentifier } from '../domain/searchWords.js';
import { anchorsOf, listIn, type ObservationRow, tagsOf } from './observationRow.js';
import type { View } from './projection.js';

/**
 * A contentless FTS5 index of stems. Its row ids are those of `observations`. FTS5 records that the words of a deleted row
 * are deleted, and removes them when it merges segments: see `wipeIndex`. Most words are in `content`: it comes first, because
 * FTS5 writes two bytes more for a word in any other column. Without `columnsize`, it keeps no lengths of rows: ranks are not
 * computed by FTS5. Pages have 1,000 bytes instead of 4,050: where two lists are intersected, FTS5 reads each page of the longer
 * one to its end. So what a word finds in a project is read in a third less time, and the index is 1 % larger.
 */
export const SEARCH_TABLES = {
  observations_fts: `
    CREATE VIRTUAL TABLE observations_fts USING fts5 (
      content, title, tags, meta, scope,
      content = '', columnsize = 0,
      tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
    );
    INSERT INTO observations_fts (observations_fts, rank) VALUES ('pgsz', 1000);
    CREATE VIRTUAL TABLE observations_fts_terms USING fts5vocab (observations_fts, instance);`,
  // Always empty: a query that parses here is valid FTS5 syntax and names no other column.
  search_trial: 'CREATE VIRTUAL TABLE search_trial USING fts5 (title, content, tags);',
};

/**
 * For an index that is made at once: FTS5 sorts 16 MiB of words in memory before it writes a segment, so that there are few,
 * and merges none of them.
 */
export const SEARCH_IN_BULK = `
  INSERT INTO observations_fts (observations_fts, rank)
  VALUES ('automerge', 0), ('hashsize', ${16 * 1024 * 1024});`;

/**
 * FTS5's own tables depend on the number of rows per transaction. Its terms and the totals (record 1), which count rows and
 * words, do not.
 */
export const SEARCH_DUMPS = {
  // No ORDER BY: the vocabulary comes sorted by term, row and place.
  // ltrim: for an empty index, the totals are zeros or missing, depending on whether a row was ever indexed.
  observations_fts: `
    SELECT ltrim(hex(block), '0') FROM observations_fts_data WHERE id = 1 UNION ALL
    SELECT * FROM (SELECT json_array(term, group_concat(doc || ' ' || col || ' ' || "offset"))
                   FROM observations_fts_terms GROUP BY term)`,
};

/**
 * A word that the list of all has more or fewer times than a lookup finds: FTS5 takes another way to it, which can be damaged by
 * itself.
 */
export const SEARCH_CONTRADICTIONS = [
  `SELECT word FROM (SELECT term AS word, count(*) AS listed FROM observations_fts_terms GROUP BY term)
   WHERE listed <> (SELECT count(*) FROM observations_fts_terms WHERE term = word) LIMIT 1`,
];

const COLUMNS = 'rowid, content, title, tags, meta, scope';
const PUT = `INSERT INTO observations_fts (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`;
const TAKE = `INSERT INTO observations_fts (observations_fts, ${COLUMNS})
              VALUES ('delete', ?, ?, ?, ?, ?, ?)`;

/** Adds one revision of an observation to the index. Positions must increase: FTS5 is slow otherwise. */
export function index(view: View, row: ObservationRow): void {
  view.run(PUT, valuesOf(row));
}

/** Removes one revision of an observation from the index: its words and their part of the totals. */
export function unindex(view: View, row: ObservationRow): void {
  view.run(TAKE, valuesOf(row));
}

/** A row that is put and taken again; no event has its position. */
const PASSING_ROW = [0, 'x', '', '', '', ''];

/**
 * Merges the index into one segment. It then holds no deleted word, and no page boundary made from one. FTS5 leaves an index
 * that is one segment already as it is, and an automatic merge may have made that one with deleted words in it: a row that
 * is put and taken again makes a second segment.
 */
export function wipeIndex(view: View): void {
  view.run(PUT, PASSING_ROW);
  view.run(TAKE, PASSING_ROW);
  view.run(`INSERT INTO observations_fts (observations_fts) VALUES ('optimize')`);
}

/** The indexed values. A contentless table keeps no text, so a removal has to pass the same values as the insertion. */
function valuesOf(row: ObservationRow): (string | number)[] {
  const tags = tagsOf(row);
  const lines = tags.join('\n');
  const lists = { tags, paths: listIn(row.paths), commits: listIn(row.commits) };
  const scope = scopeTokensOf(row, lists);
  const texts = [row.content, row.title, lines].map(folded);
  return [row.position, ...texts, searchMeta(row, lines), scope];
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * Further words under which an observation is found, though they are not in its text: author, date in words, what it is about,
 * and parts of identifiers. `tags` are those of the row, one per line.
 */
export function searchMeta(
  row: Pick<ObservationRow, 'title' | 'content' | 'anchors' | 'author' | 'created_at'>,
  tags: string,
): string {
  const about = anchorsOf(row).flatMap(({ path = [], symbol = [] }) => [path, symbol].flat());
  const text = [row.title, row.content, tags, ...about].join('\n');
  const parts = new Set(identifiersIn(text).flatMap(splitIdentifier));
  const at = new Date(row.created_at * 1000);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return [folded(row.author ?? ''), day, [...parts].join(' '), ...about.map(folded)].join('\n');
}

/** A filter whose values are words of the index. */
type ScopeField = FiltersWith<'letter', string>;

/** Whether the values of a filter are words of the index. */
export function isScopeField(name: FilterName): name is ScopeField {
  return SEARCH_FILTERS[name].letter !== null;
}

/** Digests of names, of which the same few come again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** One word of the index for a project, team, tag …, whatever its name is made of. */
export function scopeToken(field: ScopeField, value: string): string {
  return SEARCH_FILTERS[field].letter + digestOf(value);
}

/** The first letter of the words for walls. No filter may have it: that would not compile. */
const WALL: 'w' extends (typeof SEARCH_FILTERS)[ScopeField]['letter'] ? never : 'w' = 'w';

/** The word of the index for what stands behind a wall: each observation has one. */
export function wallToken(wall: string): string {
  return WALL + digestOf(wall);
}

const digestOf = (value: string) => known.get(value) ?? learn(value);

function learn(value: string): string {
  const digest = sha256Hex(value).slice(0, 16);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(value, digest);
  return digest;
}

/** The columns from which the words are made, those of lists aside. */
type ScopeColumn = Extract<(typeof SEARCH_FILTERS)[ScopeField], { compare: 'equals' }>['column'];

type ListColumn = Extract<(typeof SEARCH_FILTERS)[ScopeField], { compare: 'includes' }>['column'];

/** What the index calls the places of an observation: a word for each. `lists` are the columns that hold lists. */
function scopeTokensOf(
  row: Pick<ObservationRow, ScopeColumn | 'wall'>,
  lists: Readonly<Record<ListColumn, readonly string[]>>,
): string {
  const tokens = [wallToken(row.wall)];
  for (const field of SCOPE_FIELDS) {
    const filter = SEARCH_FILTERS[field];
    const values = filter.compare === 'equals' ? [row[filter.column]] : lists[filter.column];
    for (const value of values) if (value !== null) tokens.push(scopeToken(field, value));
  }
  return tokens.join(' ');
}

const SCOPE_FIELDS = FILTER_NAMES.filter(isScopeField);
