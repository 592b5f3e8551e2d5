import type { Sql } from '../log/sqlite.js';
import { anyOf, type Term } from './readQuery.js';

/** Terms that are looked at, and observations that are counted for each: enough to tell rare from common. */
const MOST_CANDIDATES = 100;
const MOST_COUNTED = 1000;

/** At most `most` of the terms, those in the fewest observations, in their own order. */
export function rarest(views: Sql, terms: readonly Term[], most: number): readonly Term[] {
  if (terms.length <= most) return terms;
  const counted = terms.slice(0, MOST_CANDIDATES).map((term, place) => {
    const count = observationsWith(views, term);
    // What is in none finds nothing: it goes last.
    return { term, place, rank: count === 0 ? Number.POSITIVE_INFINITY : count };
  });
  counted.sort((a, b) => a.rank - b.rank || a.place - b.place);
  const kept = counted.slice(0, most).sort((a, b) => a.place - b.place);
  return kept.map(({ term }) => term);
}

/** Asked where the search will look, so that stems and accents count as they will there. */
function observationsWith(views: Sql, term: Term): number {
  const row = views.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM observations_fts WHERE observations_fts MATCH ? LIMIT ${MOST_COUNTED})`,
    [anyOf([term])],
  );
  return row?.count ?? 0;
}
