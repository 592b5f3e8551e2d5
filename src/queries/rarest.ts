import type { Sql } from '../log/sqlite.js';
import type { Term } from './readQuery.js';

/** At most `most` of the terms, those in the fewest observations, in their own order. */
export function rarest(views: Sql, terms: readonly Term[], most: number): readonly Term[] {
  if (terms.length <= most) return terms;
  const counted = terms.map((term, place) => ({
    term,
    place,
    count: observationsWith(views, term),
  }));
  counted.sort((a, b) => a.count - b.count || a.place - b.place);
  const kept = counted.slice(0, most).sort((a, b) => a.place - b.place);
  return kept.map(({ term }) => term);
}

function observationsWith(views: Sql, { text }: Term): number {
  const row = views.get<{ doc: number }>('SELECT doc FROM observations_words WHERE term = ?', [
    text.toLowerCase(),
  ]);
  // What is in none finds nothing: it goes last.
  return row?.doc ?? Number.POSITIVE_INFINITY;
}
