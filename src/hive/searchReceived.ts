import { receivedName, sentName } from '../domain/receivedName.js';
import { textSize } from '../domain/textSize.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchHit } from '../queries/search/searchHit.js';
import type { SearchPage } from '../queries/search/show.js';
import { mergeHits } from './mergeHits.js';

const NAMES = ['project', 'team', 'author'] as const;

/** UTF-16 units of text in one answer: at most 48 MiB of JSON, and vaults read no more than 64 MiB. */
const MOST_TEXT = 8 * 1024 * 1024;

/**
 * Searches the notes that this hub received, for names as they were sent and gives them so. The longest hits are left out
 * where all together are more than a vault reads, so that nobody's long notes keep the others from being found.
 */
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
  return withoutLongest(mergeHits(hits, earlier).slice(0, limit)).map((hit) => ({
    ...hit,
    ...changedNames(hit, sentName),
  }));
}

/** As many hits as fit into an answer, the shortest first; in their order. */
function withoutLongest(hits: readonly SearchHit[]): readonly SearchHit[] {
  const sized = hits.map((hit) => ({ hit, size: textSize(hit) }));
  const fitting = new Set<SearchHit>();
  let left = MOST_TEXT;
  for (const { hit, size } of sized.toSorted((a, b) => a.size - b.size)) {
    left -= size;
    if (left >= 0) fitting.add(hit);
  }
  return hits.filter((hit) => fitting.has(hit));
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
