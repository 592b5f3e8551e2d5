import type { Sql } from '../../sqlite/sqlite.js';
import { bestMatches, bestOfNewest } from './bestMatches.js';
import type { Match } from './match.js';
import { newestMatches } from './newestMatches.js';
import { allOf, anyOf, type Term } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** Number of matches that are ranked. The matches after them come newest first. */
export const POOL = 200;
/** With this many candidates (the largest page), the search for more of them stops. */
export const ENOUGH = 100;
/** Number of the newest observations with a common word that are read. */
const WINDOW = 500;
/** Number of common words that add to the score of observations with a rarer one. */
const MAX_COMMON = 2;
/** In a scope of at most 2,000 observations, all matches of up to 4 common words are read. */
const SMALL_SCOPE = 2000;
const MAX_COMMON_IN_SMALL_SCOPE = 4;

/** The terms of a query, and its units by frequency, rarest first. */
export interface RankedUnits {
  readonly terms: readonly Term[];
  /** Units that BM25 can rank, and those that are too common for that. */
  readonly rare: readonly Unit[];
  readonly common: readonly Unit[];
  /** Expression for observations that contain all terms; undefined when none can. */
  readonly whole: string | undefined;
}

/**
 * The observations that may be the best matches of any term, with scores. Rare units find candidates and BM25
 * ranks them; common units add their weight. When there are few candidates, or all units are common, so that
 * ranks hardly differ, the newest observations with a common unit are candidates, too.
 */
export function candidates(views: Sql, query: RankedUnits, scope: SearchScope): readonly Match[] {
  const { rare, common, whole } = query;
  const pool = new Map<number, Match>();
  const add = (matches: readonly Match[]) => {
    for (const match of matches) {
      if (!pool.has(match.position)) pool.set(match.position, match);
    }
  };
  if (rare.length > 0) {
    const count = rare.reduce((sum, unit) => sum + unit.count, 0);
    const expression = anyOf(rare.map((unit) => unit.expression));
    const extras = { whole, units: common.slice(0, MAX_COMMON), count };
    add(bestMatches(views, expression, scope, POOL, extras));
  } else {
    add(newestWithAll(views, query, scope));
  }
  if (scope.size !== undefined && scope.size <= SMALL_SCOPE) {
    const units = common.slice(0, MAX_COMMON_IN_SMALL_SCOPE);
    if (pool.size < ENOUGH) add(sumOfWeights(views, units, scope));
    return [...pool.values()];
  }
  for (const [i, unit] of common.entries()) {
    if (pool.size >= ENOUGH) break;
    const extras = { units: common.slice(i + 1, i + 1 + MAX_COMMON), window: WINDOW };
    add(bestOfNewest(views, unit, scope, POOL, extras));
  }
  return [...pool.values()];
}

/** The newest observations that contain all terms. When there are many, those with all terms in title or tags come first. */
function newestWithAll(
  views: Sql,
  { terms, common, whole }: RankedUnits,
  scope: SearchScope,
): Match[] {
  if (whole === undefined) return [];
  const score = common.reduce((sum, { weight }) => sum + weight, 0);
  const anywhere = newestMatches(views, whole, scope, POOL);
  // For fewer matches, a search in the titles would cost as much as the first one.
  const inTitle =
    anywhere.length < POOL ? [] : newestMatches(views, allOf(terms, 'title tags'), scope, POOL);
  return [
    ...inTitle.map((position) => ({ position, score: 1.5 * score, whole: true })),
    ...anywhere.map((position) => ({ position, score, whole: true })),
  ];
}

/** The observations of a small scope that contain any of `units`, scored by the sum of their weights. */
function sumOfWeights(views: Sql, units: readonly Unit[], scope: SearchScope): readonly Match[] {
  const scores = new Map<number, number>();
  for (const { expression, weight } of units) {
    for (const position of newestMatches(views, anyOf([expression]), scope, SMALL_SCOPE)) {
      scores.set(position, (scores.get(position) ?? 0) + weight);
    }
  }
  return [...scores].map(([position, score]) => ({ position, score, whole: false }));
}
