import type { Sql } from '../../sqlite/sqlite.js';
import { match, type Reading } from './match.js';
import { parse, type Search } from './parse.js';
import { rank } from './rank.js';
import { type FoundMatches, type SearchPage, show, shownOf } from './show.js';

/** The way a query was read, and the hits of the page, which are still to be read (`readHits`). */
export function find(
  views: Sql,
  search: Search,
): { readonly reading: Reading; readonly found: FoundMatches } {
  const query = parse(search);
  const matched = match(views, query);
  const ranked = rank(views, matched, query);
  return { reading: ranked.reading, found: shownOf(ranked, query) };
}

/** A page of hits, best first. */
export function searchObservations(views: Sql, search: Search): SearchPage {
  const { reading, found } = find(views, search);
  return { hits: show(views, found), reading };
}
