import { receivedName, sentName } from '../domain/receivedName.js';
import type { SearchHit } from '../queries/search/searchHit.js';
import type { Search, SearchPage } from '../queries/search/searchObservations.js';
import { mergeHits } from './mergeHits.js';

const NAMES = ['project', 'team', 'author'] as const;

/** Searches the notes that this hub received, for names as they were sent and gives them so. */
export async function searchReceived(
  find: (search: Search) => Promise<SearchPage>,
  search: Search,
): Promise<SearchHit[]> {
  const { filters, limit } = search;
  const stored = { ...filters, ...changedNames(filters, receivedName) };
  const { hits } = await find({ ...search, filters: stored });
  const isPlain = NAMES.some((of) => stored[of] !== filters[of]);
  // Earlier releases stored plain names as they came.
  const earlier = isPlain ? (await find(search)).hits : [];
  return mergeHits(hits, earlier)
    .slice(0, limit)
    .map((hit) => ({ ...hit, ...changedNames(hit, sentName) }));
}

/** Those of the names that are given, changed. */
function changedNames(
  names: { readonly [K in (typeof NAMES)[number]]?: string | undefined },
  change: (name: string) => string,
) {
  const given = NAMES.flatMap((of) => {
    const name = names[of];
    return name === undefined ? [] : [[of, change(name)] as const];
  });
  return Object.fromEntries(given);
}
