import type { Visibility } from '../../domain/caller.js';
import { NOTE_STATES } from '../../domain/observationTypes.js';
import type { FilterName } from '../../domain/searchFilters.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import { isScopeField } from '../../projections/searchIndex.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { PINNED_AS_OF } from '../observationOf.js';
import { visible } from '../visible.js';
import { conditionOn, type SearchFilters, type SearchScope, searchScope } from './searchScope.js';

/** The place of an observation among others by time: no two have the same, and a revision does not change it. */
export type Place = Pick<ObservationRow, 'created_at' | 'first'>;

/** A list of observations without a query. */
export interface Listing {
  readonly sees: Visibility;
  readonly filters: SearchFilters;
  /** Only observations behind this one in the list. */
  readonly after?: Place | undefined;
  readonly limit: number;
  /** By default what is accepted. */
  readonly state?: ListedState | undefined;
  /** Of pinned ones: only what an agent may be given, which does not speak to its reader. */
  readonly given?: true | undefined;
}

/** Which observations are listed: those that are accepted or proposed, or both. */
export const LISTED_STATES = [...NOTE_STATES, 'all'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** Where an observation of a list is. */
export type FoundPlace = Place & Pick<ObservationRow, 'position'>;

/**
 * Rows that are tried for each observation wanted. If they do not yield it, few rows pass the filters, or only old ones. Then
 * the search index is asked which do: to read one of those takes as long as to try one of these, some 4 µs.
 */
const TRIED_FOR_EACH = 100;

/**
 * Where the newest observations of a list are: by the time at which they were made, of one second the last saved first.
 * `most` rows are tried before the search index is asked.
 */
export function findNewest(
  views: Sql,
  listing: Listing,
  most = TRIED_FOR_EACH * listing.limit,
): readonly FoundPlace[] {
  const { state = 'accepted', limit } = listing;
  const accepted = state === 'proposed' ? [] : findAccepted(views, listing, most);
  if (state === 'accepted') return accepted;
  const both = [...accepted, ...proposed(views, listing)];
  return both.sort((a, b) => b.created_at - a.created_at || b.first - a.first).slice(0, limit);
}

/** What is proposed. It waits to be read by people, and so all of it is looked at. */
function proposed(views: Sql, listing: Listing): readonly FoundPlace[] {
  const { sees, filters, limit } = listing;
  // What is proposed cannot be pinned.
  if (filters.pinned) return [];
  const scope = searchScope(views, sees, filters);
  return views.all<FoundPlace>(
    `SELECT o.position, o.created_at, o.first FROM proposals AS o
     WHERE ${scope.conditions} AND ${BEHIND} ORDER BY o.created_at DESC, o.first DESC LIMIT :limit`,
    { ...scope.params, ...startOf(listing), limit },
  );
}

function findAccepted(views: Sql, listing: Listing, most: number): readonly FoundPlace[] {
  const scope = searchScope(views, listing.sees, listing.filters);
  const order = orderFor(listing.filters);
  const start = startOf(listing);
  if (listing.filters.pinned) return pinnedPlaces(views, scope, start, listing);
  const others = scope.given.filter((name) => isScopeField(name) && !order.covers.includes(name));
  if (others.length === 0) return walked(views, order, scope, start, listing).found;
  const { found, isWhole } = walked(views, order, scope, start, listing, most);
  return isWhole ? found : matched(views, scope, start, listing);
}

/** An index that has observations in the order of the list. */
interface Order {
  readonly index: string;
  /** The filters that it is narrowed by without reading a row. */
  readonly covers: readonly FilterName[];
}

const BY_TIME: Order = { index: 'observations_by_time', covers: [] };
const BY_PROJECT: Order = { index: 'observations_by_project', covers: ['project'] };

const orderFor = ({ project }: SearchFilters) => (project === undefined ? BY_TIME : BY_PROJECT);

/** Later than every time, and behind every position. */
export const END: Place = {
  created_at: Number.MAX_SAFE_INTEGER,
  first: Number.MAX_SAFE_INTEGER,
};

/** SQL for what comes after `:created_at` and `:first` in a list. */
const BEHIND = '(o.created_at, o.first) < (:created_at, :first)';

/** The place behind which the list begins. A cursor of another list may be outside of this one. */
function startOf({ filters: { to = Number.MAX_SAFE_INTEGER }, after }: Listing): Place {
  if (after && after.created_at <= to) return after;
  return { ...END, created_at: to };
}

/** The observations that an index leads to. `isWhole` is false when it led to `most` rows, and there are more. */
function walked(
  views: Sql,
  { index, covers }: Order,
  scope: SearchScope,
  start: Place,
  { filters: { from }, limit }: Listing,
  most = -1,
): { readonly found: readonly FoundPlace[]; readonly isWhole: boolean } {
  // What the index itself says, so that rows are read only if it does not rule them out.
  const known = [...covers, ...(from === undefined ? [] : (['from'] as const))].map(conditionOn);
  const sql = `SELECT o.position, o.created_at, o.first, (${scope.conditions}) AS fits
               FROM observations AS o INDEXED BY ${index}
               WHERE ${[BEHIND, 'o.position <= :as_of', visible('o.'), ...known].join(' AND ')}
               ORDER BY o.created_at DESC, o.first DESC LIMIT :most`;
  const params = { ...scope.params, ...start, most };
  const found: FoundPlace[] = [];
  let tried = 0;
  for (const { fits, ...place } of views.each<FoundPlace & { fits: 0 | 1 }>(sql, params)) {
    tried += 1;
    if (fits === 1) found.push(place);
    if (found.length === limit) return { found, isWhole: true };
  }
  return { found, isWhole: tried !== most };
}

/** The observations that are pinned. People pin few: all pins that can be meant are looked at. */
function pinnedPlaces(
  views: Sql,
  scope: SearchScope,
  start: Place,
  { filters: { project }, limit, given }: Listing,
): readonly FoundPlace[] {
  const mayBeGiven = given ? 'AND o.suspect IS NULL' : '';
  const ofProject = project === undefined ? '' : 'AND p.project_key = :project';
  return views.all<FoundPlace>(
    `SELECT o.position, o.created_at, o.first
     FROM (SELECT p.id AS pinned FROM pins AS p
           WHERE ${PINNED_AS_OF} AND ${visible('p.')} ${ofProject}) CROSS JOIN observations AS o ON o.id = pinned
     WHERE ${scope.conditions} ${mayBeGiven} AND ${BEHIND}
     ORDER BY o.created_at DESC, o.first DESC LIMIT :limit`,
    { ...scope.params, ...start, limit },
  );
}

/** The observations that the search index has under the words of the filters. Takes as long as there are such. */
function matched(
  views: Sql,
  scope: SearchScope,
  start: Place,
  { limit }: Listing,
): readonly FoundPlace[] {
  return views.all<FoundPlace>(
    `SELECT o.position, o.created_at, o.first
     FROM observations_fts CROSS JOIN observations AS o ON o.position = observations_fts.rowid
     WHERE observations_fts MATCH :expression AND ${scope.conditions} AND ${BEHIND}
     ORDER BY o.created_at DESC, o.first DESC LIMIT :limit`,
    { ...scope.params, ...start, expression: scope.whole, limit },
  );
}
