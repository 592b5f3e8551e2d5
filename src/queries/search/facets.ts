import { projectKey } from '../../domain/names.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { NOTES } from './constants.js';
import { newestHolders } from './holders.js';
import { match } from './match.js';
import { parse, type Search } from './parse.js';

/** How often each value is among the matches of a search, the most frequent first. */
export interface Facets {
  readonly facets: Readonly<Record<Facet, readonly Counted[]>>;
  /** Notes that were counted. */
  readonly counted: number;
  /** False when there may be older matches, which were not counted. */
  readonly complete: boolean;
}

/** `month` is that in which a note was made, in UTC: `2026-11`. */
type Facet = 'type' | 'project' | 'author' | 'tag' | 'month';

interface Counted {
  readonly value: string;
  readonly count: number;
}

/** The most frequent values of a facet that are told. */
const MOST_VALUES = 20;

/** Counts all notes that a search finds by its words or its syntax, whatever its page: not those that only stand next to a hit. */
export function countFacets(views: Sql, search: Search): Facets {
  const query = parse(views, search);
  const { candidates, rest } = match(views, query);
  // The last expression finds the candidates, too. Without one, they are all that is found.
  const all = rest.at(-1);
  const { positions, complete } = all
    ? newestHolders(views, all.expression, query.scope, NOTES.FACETS)
    : { positions: candidates.slice(0, NOTES.CANDIDATES), complete: true };
  // As JSON arrays: rows, or groups in SQL, would take half as long again.
  const row = views.get<Record<Facet, string> & { readonly counted: number }>(
    `SELECT count(*) AS counted,
       json_group_array(o.type) AS type, json_group_array(o.project) AS project,
       json_group_array(o.author) AS author, json_group_array(json(o.tags)) AS tag,
       json_group_array(strftime('%Y-%m', o.created_at, 'unixepoch')) AS month
     FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${query.scope.conditions}`,
    { ...query.scope.params, positions: JSON.stringify(positions) },
  );
  const facets = {
    type: mostFrequent(row?.type),
    project: mostFrequent(row?.project, projectKey),
    author: mostFrequent(row?.author),
    tag: mostFrequent(row?.tag),
    month: mostFrequent(row?.month),
  };
  return { facets, counted: row?.counted ?? 0, complete };
}

/** Values with the same key are counted together, as the first of them: `Checkout` and `checkout` are one project. */
function mostFrequent(json = '[]', keyOf: (value: string) => string = String): readonly Counted[] {
  // Unchecked: SQLite wrote it from a column. A note has one value, none, or a list of them.
  const values: readonly (string | null | readonly string[])[] = JSON.parse(json);
  const counts = new Map<string, number>();
  for (const value of values.flat()) {
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const found = new Map<string, Counted>();
  for (const [value, count] of counts) {
    const key = keyOf(value);
    const before = found.get(key);
    found.set(key, { value: before?.value ?? value, count: count + (before?.count ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, MOST_VALUES);
}
