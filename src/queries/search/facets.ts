import { projectKey } from '../../domain/names.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { NOTES } from './constants.js';
import { type Holders, newestHolders, newestInScope } from './holders.js';
import { match } from './match.js';
import { parse, type Query, type Search } from './parse.js';
import type { SearchScope } from './searchScope.js';

/** How often each value is among the matches of a search, the most frequent first. */
export interface Facets {
  readonly facets: Readonly<Record<Facet, readonly Counted[]>>;
  /** Notes that were counted. */
  readonly counted: number;
  /** False when there may be older matches that were not counted. */
  readonly complete: boolean;
}

/** `month` is that in which a note was made, in UTC: `2026-11`. */
const FACETS = ['type', 'project', 'author', 'tag', 'month'] as const;
type Facet = (typeof FACETS)[number];

interface Counted {
  readonly value: string;
  readonly count: number;
}

/** The most frequent values of a facet that are told. */
const MOST_VALUES = 20;

/**
 * Counts all notes that a search finds by its words or its syntax, whatever its page: not those that only stand next to a hit. A
 * search for '' finds all that its filters let through. Of more than `most`, the newest are counted.
 */
export function countFacets(views: Sql, search: Search, most: number = NOTES.FACETS): Facets {
  const query = parse(views, search);
  const { positions, complete } =
    search.q === '' ? newestInScope(views, query.scope, most) : newestFound(views, query, most);
  const tallies = FACETS.map((facet) => ({ facet, counts: new Map<string, number>() }));
  let counted = 0;
  let at = 0;
  // Notes may have so many long tags that there is no memory for those of all.
  for (let read = 0; at < positions.length && read < NOTES.FACET_TAGS; at += SLICE) {
    const row = columnsOf(views, query.scope, positions.slice(at, at + SLICE));
    for (const { facet, counts } of tallies) tally(counts, row[facet]);
    counted += row.counted;
    read += row.tag.length;
  }
  const facets = tallies.map(({ facet, counts }) => [
    facet,
    mostFrequent(counts, facet === 'project' ? projectKey : String),
  ]);
  return {
    // Each facet has its tally; Object.fromEntries forgets it.
    facets: Object.fromEntries(facets) as Facets['facets'],
    counted,
    complete: complete && at >= positions.length,
  };
}

/** Notes that are read at a time. */
const SLICE = 1000;

/** The values of some notes, as JSON arrays: rows, or groups in SQL, would take half as long again. */
type Columns = Record<Facet, string> & { readonly counted: number };

function columnsOf(views: Sql, scope: SearchScope, positions: readonly number[]): Columns {
  const row = views.get<Columns>(
    `SELECT count(*) AS counted,
       json_group_array(o.type) AS type, json_group_array(o.project) AS project,
       json_group_array(o.author) AS author, json_group_array(json(o.tags)) AS tag,
       json_group_array(strftime('%Y-%m', o.created_at, 'unixepoch')) AS month
     FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions}`,
    { ...scope.params, positions: JSON.stringify(positions) },
  );
  if (!row) throw new Error('a count always has a row');
  return row;
}

/** The newest notes that the words or the syntax of a query find. */
function newestFound(views: Sql, query: Query, most: number): Holders {
  const { candidates, rest } = match(views, query);
  // The last expression finds the candidates, too. Without one, they are all that is found.
  const all = rest.at(-1);
  return all
    ? newestHolders(views, all.expression, query.scope, most)
    : { positions: candidates.slice(0, NOTES.CANDIDATES), complete: true };
}

function tally(counts: Map<string, number>, json: string): void {
  // Unchecked: SQLite wrote it from a column. A note has one value, none, or a list of them.
  const values: readonly (string | null | readonly string[])[] = JSON.parse(json);
  const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of values) {
    if (typeof value === 'string') add(value);
    else value?.forEach(add);
  }
}

/** Values with the same key are counted together, as the first of them: `Checkout` and `checkout` are one project. */
function mostFrequent(
  counts: ReadonlyMap<string, number>,
  keyOf: (value: string) => string,
): readonly Counted[] {
  const found = new Map<string, Counted>();
  for (const [value, count] of counts) {
    const key = keyOf(value);
    const before = found.get(key);
    found.set(key, { value: before?.value ?? value, count: count + (before?.count ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, MOST_VALUES);
}
