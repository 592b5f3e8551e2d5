import type { Sql } from '../../sqlite/sqlite.js';
import { boostNeighbours } from './boostNeighbours.js';
import { candidates, ENOUGH } from './candidates.js';
import { countMatches, lastPosition, SAMPLE } from './countMatches.js';
import { byRank, type Match } from './match.js';
import { allOf, anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit, WeighedTerms } from './weighTerms.js';

/** Matches in order: first the ranked ones, then the newest matches of each expression. */
export interface Ranking {
  readonly best: readonly Match[];
  readonly rest: readonly { readonly expression: string; readonly whole: boolean }[];
}

/** Ranks observations that contain any of the terms, and their neighbours. Those with all terms come first. */
export function rankWords(views: Sql, weighed: WeighedTerms, scope: SearchScope): Ranking {
  const { terms, units } = weighed;
  if (units.length === 0) return { best: [], rest: [] };
  const rare = rareUnits(views, units, scope);
  const common = units.slice(rare.length);
  const whole = weighed.complete ? allOf(terms) : undefined;
  const matches = candidates(views, { terms, rare, common, whole }, scope);
  const best = boostNeighbours(views, [...matches].sort(byRank), scope);
  const wholes = best.filter((match) => match.whole);
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  const any = anyOf(units.map(({ expression }) => expression));
  return {
    // There may be more matches with all terms than were ranked, and they come before all others.
    best: wholes.length >= ENOUGH ? wholes : best,
    // With so few matches, all of them were ranked.
    rest:
      count < ENOUGH
        ? []
        : [
            ...(whole ? [{ expression: whole, whole: true }] : []),
            { expression: any, whole: false },
          ],
  };
}

/** Number of matches that BM25 may rank. A match outside the scope is only counted, at a third of the cost. */
const MAX_MATCHES = 2700;
const COST_OF_COUNTING = 1 / 3;

/** The first of `units`, which are sorted by frequency, rarest first: as many as BM25 can rank in bounded time. */
function rareUnits(views: Sql, units: readonly Unit[], scope: SearchScope): readonly Unit[] {
  const last = Math.max(1, lastPosition(views));
  const share = (scope.size ?? last) / last;
  let left = MAX_MATCHES / (COST_OF_COUNTING + share);
  const tooCommon = units.findIndex(({ expression, count }) => {
    // An estimate may be far off, so units that would be ranked are counted.
    const isEstimate = count >= SAMPLE && count <= left;
    const limit = Math.floor(left) + 1;
    left -= isEstimate ? countMatches(views, anyOf([expression]), limit) : count;
    return left < 0;
  });
  return tooCommon < 0 ? units : units.slice(0, tooCommon);
}
