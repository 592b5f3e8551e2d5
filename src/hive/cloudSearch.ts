import {
  FILTER_NAMES,
  type FilterName,
  type FiltersWith,
  SEARCH_FILTERS,
} from '../domain/searchFilters.js';
import { suspicionOf } from '../domain/suspect.js';
import { formatTime } from '../domain/time.js';
import { unreachable } from '../domain/unreachable.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchHit } from '../queries/search/searchHit.js';
import type { SearchFilters } from '../queries/search/searchScope.js';
import type { SearchPage } from '../queries/search/show.js';
import type { HiveClient } from './hiveClient.js';
import { type ExportedName, withoutPrivate } from './hiveKey.js';

/** What a search in a hive needs. */
interface CloudParts {
  readonly client: HiveClient;
  readonly filter: PrivacyFilter;
  readonly names: ExportedName;
  readonly instance: string;
}

/** Hits of both sides, and whether the hive answered. */
export interface CloudFound extends SearchPage {
  readonly hive: boolean;
}

/** How long a search waits for the hive, in milliseconds. */
const PATIENCE_MS = 3000;
/** The most hits that a hub gives for one request. */
export const MOST_HIVE_HITS = 500;

/**
 * Searches here and in the hive at the same time. Both lists are merged from their beginnings and the page is cut from
 * the result, so that pages neither overlap nor leave anything out. When the hive does not answer, the local hits are
 * given.
 */
export async function cloudSearch(
  local: (search: Search) => Promise<SearchPage>,
  parts: CloudParts | undefined,
  search: Search,
): Promise<CloudFound> {
  const until = search.offset + search.limit;
  if (!parts) return { ...(await local(search)), hive: false };
  const [ours, theirs] = await Promise.all([
    local({ ...search, offset: 0, limit: until }),
    ask(parts, search, until).catch(() => undefined),
  ]);
  const merged = mergeHits(ours.hits, theirs ?? []);
  return { ...ours, hits: merged.slice(search.offset, until), hive: theirs !== undefined };
}

/** The hits of the hive, without the notes that this vault gave it. */
async function ask(parts: CloudParts, search: Search, until: number): Promise<SearchHit[]> {
  const query = await exportedQuery(parts, search, until);
  const mayShow = await teamsShown(parts, search);
  const hits = await parts.client.search(query, AbortSignal.timeout(PATIENCE_MS));
  return hits
    .filter(({ origin, team }) => origin?.instance !== parts.instance && mayShow(team))
    .map((hit) => ({
      ...hit,
      // What it says is the hub's, and nobody's word about a member of this vault.
      saved_by: search.sees.savers ? 'hive' : undefined,
      ...searchedNames(query, search.filters, hit),
      source: 'hive' as const,
      // An older hub marks none.
      suspect: suspicionOf(hit) ?? undefined,
    }));
}

/**
 * Tells which hits of the hive are for the caller, by their team: behind a wall, those that name no team or, in the form in
 * which names travel, the caller's own. A hash says nothing of case, so another spelling is another team.
 */
async function teamsShown(
  { names }: CloudParts,
  { sees }: Search,
): Promise<(team: string | undefined) => boolean> {
  // Which project a hit is of, nobody here can tell.
  if (sees.projects) return () => false;
  if (sees.kind !== 'team') return () => sees.kind === 'all';
  const own = await names('team', sees.team);
  return (team) => team === undefined || team === own;
}

/** The search as it is sent: with hashed names, and without private or personal data in its words and filters. */
async function exportedQuery(
  { filter, names, instance }: CloudParts,
  { q, filters, snippet }: Search,
  until: number,
): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    q: await withoutPrivate(filter, q),
    limit: String(Math.min(until, MOST_HIVE_HITS)),
    ...(snippet && { snippet: '1' }),
    ...(instance !== '' && { exclude_origin: instance }),
  });
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value !== undefined) query.set(name, await valueForHive(name, value, { filter, names }));
  }
  return query;
}

/** The value of a filter as it is sent to the hive. */
async function valueForHive(
  name: FilterName,
  value: string | number,
  { filter, names }: Pick<CloudParts, 'filter' | 'names'>,
): Promise<string> {
  if (isName(name)) return names(name, String(value));
  const { sentToHive } = SEARCH_FILTERS[name];
  switch (sentToHive) {
    case 'filtered':
      return withoutPrivate(filter, String(value));
    case 'time':
      return formatTime(Number(value));
    case 'unchanged':
      return String(value);
    default:
      return unreachable(sentToHive);
  }
}

/** The filters that are sent as hashes of names. */
type NameFilter = FiltersWith<'sentToHive', 'hashed'>;

function isName(name: FilterName): name is NameFilter {
  return SEARCH_FILTERS[name].sentToHive === 'hashed';
}

/** A hit shows the name that the caller searched for, not its hash. */
function searchedNames(query: URLSearchParams, filters: SearchFilters, hit: SearchHit) {
  const searched = FILTER_NAMES.filter(isName).filter(
    (of) => filters[of] !== undefined && hit[of] === query.get(of),
  );
  return Object.fromEntries(searched.map((of) => [of, filters[of]]));
}

/**
 * Merges two lists that are each sorted best first: our first, their first, our second, and so on. Reciprocal rank
 * fusion gives the same where the lists have nothing in common. A note that is in both in the same words is shown once,
 * as ours. The first `n` places depend on the first `n` of each list alone.
 */
export function mergeHits(ours: readonly SearchHit[], theirs: readonly SearchHit[]): SearchHit[] {
  const ourWords = new Map(ours.toReversed().map((hit) => [words(hit), hit]));
  const merged = new Set<SearchHit>();
  const said = new Set<string>();
  for (let rank = 0; rank < Math.max(ours.length, theirs.length); rank++) {
    const our = ours[rank];
    const their = theirs[rank];
    if (our) {
      merged.add(our);
      said.add(words(our));
    }
    if (their && !said.has(words(their))) {
      merged.add(ourWords.get(words(their)) ?? their);
      said.add(words(their));
    }
  }
  return [...merged];
}

const words = ({ type, title, content }: SearchHit) => JSON.stringify([type, title, content]);
