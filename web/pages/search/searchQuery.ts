/** The filters that have a facet, in the order shown. */
export const FACETS = ['type', 'project', 'author', 'tag'] as const;
export type Facet = (typeof FACETS)[number];

/** All filters that the address of the screen may hold. `from` and `to` are days, both included. */
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
}

/** Reads the address. What is empty is not there. */
export function searchQueryOf(params: URLSearchParams): SearchQuery {
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const asOf = params.get('as_of') || undefined;
  return { q: params.get('q') ?? '', filters, asOf, cloud: params.get('cloud') === '1' };
}

/** The query of the address, for `linkTo` and `goTo`. */
export function addressOf({ q, filters, asOf, cloud }: SearchQuery): Record<string, string> {
  return {
    ...(q && { q }),
    ...filters,
    ...(asOf && { as_of: asOf }),
    ...(cloud && { cloud: '1' }),
  };
}

/** The same search with another value of a filter; undefined takes the filter away. */
export function withFilter(
  query: SearchQuery,
  name: Filter,
  value: string | undefined,
): SearchQuery {
  const { [name]: _, ...others } = query.filters;
  return { ...query, filters: value ? { ...others, [name]: value } : others };
}

/** The filters as the API takes them: days are those of the reader's clock, from their first second to their last. */
export function filterParams({ filters }: SearchQuery): Partial<Record<Filter, string>> {
  const { from, to, ...others } = filters;
  return {
    ...others,
    ...(from && { from: boundOf(from, '00:00:00') }),
    ...(to && { to: boundOf(to, '23:59:59') }),
  };
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
