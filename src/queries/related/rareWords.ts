import type { Sql } from '../../sqlite/sqlite.js';
import { observationsTotal } from '../observationCount.js';
import { type Holders, newestOfBase } from '../search/holders.js';
import type { SearchScope } from '../search/searchScope.js';

/** A word, tag or other key of the index, with the newest notes that have it. */
export interface SharedKey {
  readonly holders: Holders;
  /** How telling it is to share it: `ln(1 + notes / holders)`, as an inverse document frequency. */
  readonly weight: number;
}

/** Words that are looked up: the longest ones, because common words are short (G. K. Zipf, 1935). */
const MOST_LOOKED_UP = 40;
/** Notes that are read of each. One that more notes hold tells little. */
const MOST_HOLDERS = 50;
/** Of the words, the rarest that are used. */
const MOST_USED = 12;

/** The rarest of some words, of those that another note holds as well. Takes as long for a large vault as for a small one. */
export function rareWords(
  views: Sql,
  words: Iterable<string>,
  scope: SearchScope,
): readonly SharedKey[] {
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_LOOKED_UP);
  const expressions = longest.map((word) => `{title content tags} : "${word}"`);
  return sharedKeys(views, expressions, scope)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_USED);
}

/** What the index has under some expressions, of those that more than one row has. */
export function sharedKeys(
  views: Sql,
  expressions: readonly string[],
  scope: SearchScope,
): SharedKey[] {
  const notes = observationsTotal(views, scope.sees);
  return expressions
    .map((expression) => newestOfBase(views, expression, scope, MOST_HOLDERS))
    .filter(({ positions }) => positions.length > 1)
    .map((holders) => ({ holders, weight: Math.log(1 + notes / holders.positions.length) }));
}

/** What notes share of some keys, by position: the sum of the weights, as a share of all of it, 0 to 1. */
export function sharesOf(keys: readonly SharedKey[]): ReadonlyMap<number, number> {
  const all = keys.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<number, number>();
  for (const { holders, weight } of keys) {
    for (const position of holders.positions) {
      shares.set(position, (shares.get(position) ?? 0) + weight / all);
    }
  }
  return shares;
}
