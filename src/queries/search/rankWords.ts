import type { Sql } from '../../sqlite/sqlite.js';
import { candidates, ENOUGH } from './candidates.js';
import { lendToNeighbours } from './lendToNeighbours.js';
import { byRank, type Match } from './match.js';
import { rareUnits } from './rareUnits.js';
import { allOf, anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { WeighedTerms } from './weighTerms.js';

/** Matches in order: the ranked ones, then the newest of each expression. */
export interface Ranking {
  readonly best: readonly Match[];
  readonly rest: readonly { readonly expression: string; readonly whole: boolean }[];
}

/** Ranks what holds any of the terms, or is around it: what holds all of them before the others. */
export function rankWords(views: Sql, weighed: WeighedTerms, scope: SearchScope): Ranking {
  const { terms, units } = weighed;
  if (units.length === 0) return { best: [], rest: [] };
  const rare = rareUnits(views, units, scope);
  const common = units.slice(rare.length);
  const whole = weighed.complete ? allOf(terms) : undefined;
  const found = candidates(views, { terms, rare, common, whole }, scope);
  const best = lendToNeighbours(views, [...found].sort(byRank), scope);
  const wholes = best.filter((match) => match.whole);
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  const any = anyOf(units.map(({ expression }) => expression));
  return {
    // There may be more of them than were ranked, and all of them come first.
    best: wholes.length >= ENOUGH ? wholes : best,
    // Of so few, all were ranked.
    rest:
      count < ENOUGH
        ? []
        : [
            ...(whole ? [{ expression: whole, whole: true }] : []),
            { expression: any, whole: false },
          ],
  };
}
