import type { Search } from '../../src/queries/search/parse.js';
import { firstHits } from '../../src/queries/search/search.js';
import { type FoundMatches, readHits, type SearchPage } from '../../src/queries/search/show.js';
import type { Sql } from '../../src/sqlite/sqlite.js';

/** A page of hits, best first, as a service reads it: slice by slice. */
export function searchAll(views: Sql, search: Search): SearchPage {
  const { reading, ...first } = firstHits(views, search);
  const hits = [...first.hits];
  for (let left: FoundMatches = first.left; left.matches.length > 0; ) {
    const slice = readHits(views, left);
    hits.push(...slice.hits);
    left = slice.left;
  }
  return { hits, reading };
}
