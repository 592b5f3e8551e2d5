import type { Sql } from '../../sqlite/sqlite.js';
import { countMatches, lastPosition, SAMPLE } from './countMatches.js';
import { anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** Number of matches that BM25 may rank. A match outside the scope is only counted, at a third of the cost. */
const MAX_MATCHES = 2700;
const COST_OF_COUNTING = 1 / 3;

/** The first of `units`, which are sorted by frequency, rarest first: as many as BM25 can rank in bounded time. */
export function rareUnits(views: Sql, units: readonly Unit[], scope: SearchScope): readonly Unit[] {
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
