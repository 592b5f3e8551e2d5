import type { Observation } from 'memory-vault-client';
import { formatTime } from '../../kit/formatTime.js';

/** The filters that have a facet, in the order shown. */
export const FACETS = ['type', 'project', 'author', 'tag', 'month'] as const;
export type Facet = (typeof FACETS)[number];

/** All filters that the address of the screen may hold. `month` is one of UTC, `2026-11`; `from` and `to` are days, both included. */
const FILTERS = [...FACETS, 'path', 'commit', 'team', 'session_id', 'from', 'to'] as const;
export type Filter = (typeof FILTERS)[number];

/** What somebody searches for, as the address says it. */
export interface SearchQuery {
  readonly q: string;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  /** A time (RFC 3339) or a position in the log. */
  readonly asOf: string | undefined;
  /** Whether the hive is asked as well. */
  readonly cloud: boolean;
  /** Whether hits of a project come without those of its layers. */
  readonly alone: boolean;
}

/** Reads the address. What is empty is not there. */
export function searchQueryOf(params: URLSearchParams): SearchQuery {
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const asOf = params.get('as_of') || undefined;
  const [cloud, alone] = [params.get('cloud') === '1', params.get('layers') === '0'];
  return { q: params.get('q') ?? '', filters, asOf, cloud, alone };
}

/** The query of the address, for `linkTo` and `goTo`. */
export function addressOf({ q, filters, asOf, cloud, alone }: SearchQuery): Record<string, string> {
  return {
    ...(q && { q }),
    ...filters,
    ...(asOf && { as_of: asOf }),
    ...(cloud && { cloud: '1' }),
    ...(alone && { layers: '0' }),
  };
}

/** The filters that say when a note was made: a month takes the place of days, and days that of a month. */
const DAYS: readonly Filter[] = ['from', 'to'];
const RIVALS: Readonly<Partial<Record<Filter, readonly Filter[]>>> = {
  month: DAYS,
  from: ['month'],
  to: ['month'],
};

/** The same search with another value of a filter; undefined takes the filter away. */
export function withFilter(
  query: SearchQuery,
  name: Filter,
  value: string | undefined,
): SearchQuery {
  const gone = [name, ...((value && RIVALS[name]) || [])];
  const filters = { ...query.filters };
  for (const one of gone) delete filters[one];
  return { ...query, filters: value ? { ...filters, [name]: value } : filters };
}

/** What the API takes beside the words of a search. */
export function apiParams(query: SearchQuery) {
  const { type, ...others } = filterParams(query);
  return {
    ...others,
    // The cast is safe: the API refuses other types, and says which there are.
    ...(type && { type: type as Observation['type'] }),
    ...(query.asOf && { as_of: query.asOf }),
  };
}

/** The filters as the API takes them: days are those of the reader's clock, from their first second to their last. */
export function filterParams({
  filters,
}: SearchQuery): Partial<Record<Exclude<Filter, 'month'>, string>> {
  const { month, from, to, ...others } = filters;
  return {
    ...others,
    ...(from && { from: boundOf(from, '00:00:00') }),
    ...(to && { to: boundOf(to, '23:59:59') }),
    ...(month && boundsOf(month)),
  };
}

/** A month from its first second to its last. What is no month stays, as with days. */
function boundsOf(month: string): { from: string; to: string } {
  const first = firstOf(month);
  if (!first) return { from: month, to: month };
  const last = new Date(first.getTime());
  last.setUTCMonth(last.getUTCMonth() + 1);
  return { from: first.toISOString(), to: new Date(last.getTime() - 1000).toISOString() };
}

function firstOf(month: string): Date | undefined {
  const first = new Date(/^\d{4}-\d{2}$/.test(month) ? `${month}-01T00:00:00Z` : '');
  return Number.isNaN(first.getTime()) ? undefined : first;
}

/** The value of a filter as it is shown: a month as "Nov 2026". */
export function shownValue(name: Filter, value: string): string {
  const first = name === 'month' ? firstOf(value) : undefined;
  return first ? formatTime(first, 'month') : value;
}

/** A day as a moment. What is no day stays, and the API says what is wrong with it. */
function boundOf(day: string, time: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T${time}`) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : day;
}

const NAMES: Readonly<Record<Filter, string>> = {
  type: 'Type',
  project: 'Project',
  author: 'Author',
  tag: 'Tag',
  month: 'Month',
  path: 'Path',
  commit: 'Commit',
  team: 'Team',
  session_id: 'Session',
  from: 'From',
  to: 'Until',
};

export function nameOf(filter: Filter): string {
  return NAMES[filter];
}

/** What was chosen, in the order of the facets. */
export function chosenOf({ filters }: SearchQuery): readonly (readonly [Filter, string])[] {
  return FILTERS.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}
