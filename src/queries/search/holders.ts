import type { Sql } from '../../sqlite/sqlite.js';
import { NOTES } from './constants.js';
import type { SearchScope } from './searchScope.js';

/** The notes that hold a word, as positions of their revisions, newest first. */
export interface Holders {
  readonly positions: readonly number[];
  /** False when there are older ones. */
  readonly complete: boolean;
}

/** No notes, or none that are known. */
export const NOBODY: Holders = { positions: [], complete: false };

/**
 * The newest rows of the index in the scope that match an FTS5 expression, at most `limit`. Replaced revisions are among
 * them. FTS5 reads its lists backwards and stops at the limit: a thousand rows take about 0.13 ms, and older ones nothing.
 */
export function newestHolders(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): Holders {
  return holdersOf(views, scope.within(expression), scope, limit);
}

/** The same of the whole project, or vault, that the search is in, as far as the caller may see it: filters aside. */
export function newestOfBase(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): Holders {
  return holdersOf(views, scope.inBase(expression), ANY, limit);
}

/** The same of all that is in the scope, whatever it holds. */
export function newestInScope(views: Sql, scope: SearchScope, limit: number): Holders {
  if (scope.whole !== '') return holdersOf(views, scope.whole, scope, limit);
  const row = views.get<{ positions: string }>(
    `SELECT json_group_array(position) AS positions FROM (
       SELECT o.position FROM observations AS o WHERE ${scope.conditions}
       ORDER BY o.position DESC LIMIT :limit)`,
    { ...scope.params, limit },
  );
  return holdersFrom(row, limit);
}

const ANY = { indexConditions: 'TRUE', params: {} };

/** Whether a position is among the holders. A binary search: to build a set takes longer than the few questions asked. */
export function holds({ positions }: Holders, position: number): boolean {
  let from = 0;
  let to = positions.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((positions[middle] ?? 0) > position) from = middle + 1;
    else to = middle;
  }
  return positions[from] === position;
}

/** Read as one JSON array: a row for each position would take twice as long. */
function holdersOf(
  views: Sql,
  expression: string,
  { indexConditions, params }: Pick<SearchScope, 'indexConditions' | 'params'>,
  limit: number,
): Holders {
  const row = views.get<{ positions: string }>(
    `SELECT json_group_array(position) AS positions FROM (
       SELECT rowid AS position FROM observations_fts
       WHERE observations_fts MATCH :expression AND ${indexConditions} ORDER BY rowid DESC LIMIT :limit)`,
    { ...params, expression, limit },
  );
  return holdersFrom(row, limit);
}

function holdersFrom(row: { readonly positions: string } | undefined, limit: number): Holders {
  // Unchecked: SQLite wrote it from row ids.
  const positions: number[] = row ? JSON.parse(row.positions) : [];
  return { positions, complete: positions.length < limit };
}

/**
 * Positions of at most `limit` observations in the scope that match an FTS5 expression, newest first: revisions that are not
 * current are left out.
 */
export function newestMatches(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): readonly number[] {
  const rows = views.all<{ position: number }>(
    `SELECT o.position
     FROM observations_fts CROSS JOIN observations AS o ON o.position = observations_fts.rowid
     WHERE observations_fts MATCH :expression AND ${scope.indexConditions} AND ${scope.conditions}
     ORDER BY observations_fts.rowid DESC LIMIT :limit`,
    { ...scope.params, expression: scope.within(expression), limit },
  );
  return rows.map(({ position }) => position);
}

/**
 * Tells how many of the `notes` of the base hold a word: exact when its list is complete, otherwise as if the older notes were
 * like the newest. In the whole vault, their share of all notes is that of the positions since then: to count them would read a
 * page for every few. In a project or behind a wall, they are counted, so that what others save changes nothing.
 */
export function counterOf(views: Sql, { base }: SearchScope, notes: number) {
  const since = base === undefined ? sinceInVault(views, notes) : sinceIn(views, base);
  return ({ positions, complete }: Holders): number => {
    if (complete) return Math.min(notes, positions.length);
    const { from, count } = since(positions.at(-1) ?? 0);
    const held = positions.filter((position) => position >= from).length;
    return Math.min(notes, Math.round((held / count) * notes));
  };
}

/** How many notes there are from a position on, or from a later one if that is too far back to know. */
type Since = (position: number) => { readonly from: number; readonly count: number };

function sinceIn(views: Sql, base: string): Since {
  let newest: readonly number[] | undefined;
  return (position) => {
    newest ??= holdersOf(views, base, ANY, NOTES.COUNTED).positions;
    const from = Math.max(position, newest.at(-1) ?? 0);
    return { from, count: newest.filter((one) => one >= from).length };
  };
}

function sinceInVault(views: Sql, notes: number): Since {
  const query = 'SELECT max(position) AS last FROM observations';
  let last: number | undefined;
  return (position) => {
    last ??= views.get<{ last: number }>(query)?.last ?? 1;
    return { from: position, count: (notes * (last - position + 1)) / last };
  };
}

/** Notes that hold something, and what that weighs. */
export interface Weighed {
  readonly holders: Pick<Holders, 'positions'>;
  readonly weight: number;
}

/**
 * The notes that hold any of these, those with the heaviest first, newest first among equals; of `among`, these alone, which need
 * not hold any.
 */
export function heaviest(lists: readonly Weighed[], among?: readonly number[]): readonly number[] {
  const weights = new Map(among?.map((position) => [position, 0]));
  for (const { holders, weight } of lists) {
    for (const position of holders.positions) {
      const before = weights.get(position) ?? (among ? undefined : 0);
      if (before !== undefined) weights.set(position, before + weight);
    }
  }
  return sorted(weights);
}

/** Sorts by groups of equal weight, of which there are few: to compare thousands of notes with each other takes longer. */
function sorted(weights: ReadonlyMap<number, number>): readonly number[] {
  const groups = new Map<number, number[]>();
  for (const [position, weight] of weights) {
    const group = groups.get(weight);
    if (group) group.push(position);
    else groups.set(weight, [position]);
  }
  const positions: number[] = [];
  for (const [, group] of [...groups].sort(([a], [b]) => b - a)) {
    for (const position of Float64Array.from(group).sort().reverse()) positions.push(position);
  }
  return positions;
}
