import type { Sql } from '../../sqlite/sqlite.js';
import { match, type Reading } from './match.js';
import { parse, type Search } from './parse.js';
import { rank } from './rank.js';
import { type FoundMatches, type HitSlice, readHits, type SearchPage, shownOf } from './show.js';

/** The way a query was read, and the hits of the page, which are still to be read. */
function find(
  views: Sql,
  search: Search,
): { readonly reading: Reading; readonly found: FoundMatches } {
  const query = parse(views, search);
  const matched = match(views, query);
  const ranked = rank(views, matched, query);
  return { reading: ranked.reading, found: shownOf(ranked, query) };
}

/** The first of the hits, as `readHits` reads them. */
export function firstHits(views: Sql, search: Search): HitSlice & Pick<SearchPage, 'reading'> {
  const { reading, found } = find(views, search);
  return { reading, ...readHits(views, found) };
}
