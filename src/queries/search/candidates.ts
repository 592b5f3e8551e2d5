import type { Sql } from '../../sqlite/sqlite.js';
import { bestMatches, bestOfNewest } from './bestMatches.js';
import type { Match } from './match.js';
import { newestMatches } from './newestMatches.js';
import { allOf, anyOf, type Term } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** Matches that are ranked; what is beyond them comes newest first. */
export const POOL = 200;
/** With as many, no more candidates are looked for: it is the largest page. */
export const ENOUGH = 100;
/** Of a common word, how many of its newest observations are looked at. */
const WINDOW = 500;
/** How many common words are looked for in what holds a rarer one. */
const MOST_COMMON = 2;
/** In a scope of so few observations, all that have a common word can be looked at, of so many words. */
const SMALL = 2000;
const MOST_IN_SMALL = 4;

/** What is looked for, rarest first. */
export interface Sought {
  readonly terms: readonly Term[];
  /** What BM25 can rank, and what is too common for that. */
  readonly rare: readonly Unit[];
  readonly common: readonly Unit[];
  /** An expression for what holds every term; undefined when nothing can. */
  readonly whole: string | undefined;
}

/**
 * What may be the best of what holds any of the terms, with scores. Rare ones find candidates and are ranked
 * by BM25, to which a common one adds its weight. When those are few, or all are common, so that ranks
 * hardly differ, the newest observations that hold a common one are candidates, too.
 */
export function candidates(views: Sql, sought: Sought, scope: SearchScope): readonly Match[] {
  const { rare, common, whole } = sought;
  const pool = new Map<number, Match>();
  const add = (matches: readonly Match[]) => {
    for (const match of matches) {
      if (!pool.has(match.position)) pool.set(match.position, match);
    }
  };
  if (rare.length > 0) {
    const count = rare.reduce((sum, unit) => sum + unit.count, 0);
    const expression = anyOf(rare.map((unit) => unit.expression));
    const extras = { whole, units: common.slice(0, MOST_COMMON), count };
    add(bestMatches(views, expression, scope, POOL, extras));
  } else {
    add(newestOfAll(views, sought, scope));
  }
  if (scope.size !== undefined && scope.size <= SMALL) {
    if (pool.size < ENOUGH) add(sumOfWeights(views, common.slice(0, MOST_IN_SMALL), scope));
    return [...pool.values()];
  }
  for (const [i, unit] of common.entries()) {
    if (pool.size >= ENOUGH) break;
    const extras = { units: common.slice(i + 1, i + 1 + MOST_COMMON), window: WINDOW };
    add(bestOfNewest(views, unit, scope, POOL, extras));
  }
  return [...pool.values()];
}

/** The newest that hold every term; when they are many, first those that do in title or tags. */
function newestOfAll(views: Sql, { terms, common, whole }: Sought, scope: SearchScope): Match[] {
  if (whole === undefined) return [];
  const score = common.reduce((sum, { weight }) => sum + weight, 0);
  const said = newestMatches(views, whole, scope, POOL);
  // To know the titles of a few of them would cost as much as to find them.
  const inTitle =
    said.length < POOL ? [] : newestMatches(views, allOf(terms, 'title tags'), scope, POOL);
  return [
    ...inTitle.map((position) => ({ position, score: 1.5 * score, whole: true })),
    ...said.map((position) => ({ position, score, whole: true })),
  ];
}

/** What holds any of some units in a small scope, by their weights. */
function sumOfWeights(views: Sql, units: readonly Unit[], scope: SearchScope): readonly Match[] {
  const scores = new Map<number, number>();
  for (const { expression, weight } of units) {
    for (const position of newestMatches(views, anyOf([expression]), scope, SMALL)) {
      scores.set(position, (scores.get(position) ?? 0) + weight);
    }
  }
  return [...scores].map(([position, score]) => ({ position, score, whole: false }));
}
