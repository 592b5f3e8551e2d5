import type { Sql } from '../../sqlite/sqlite.js';
import { countMatches, lastPosition, SAMPLE } from './countMatches.js';
import { anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** Matches that BM25 may rank; one that is out of scope is only counted, at a third of the cost. */
const AFFORDABLE = 2700;
const COUNTED = 1 / 3;

/** The first of some units, rarest first: as many as BM25 ranks in bounded time. */
export function rareUnits(views: Sql, units: readonly Unit[], scope: SearchScope): readonly Unit[] {
  const last = Math.max(1, lastPosition(views));
  const share = (scope.size ?? last) / last;
  let left = AFFORDABLE / (COUNTED + share);
  const tooCommon = units.findIndex(({ expression, count }) => {
    // An estimate may be far off; what is ranked has to be counted.
    const isEstimate = count >= SAMPLE && count <= left;
    const most = Math.floor(left) + 1;
    left -= isEstimate ? countMatches(views, anyOf([expression]), most) : count;
    return left < 0;
  });
  return tooCommon < 0 ? units : units.slice(0, tooCommon);
}
