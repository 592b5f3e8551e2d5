import type { Calls, Ending } from './createCalls.js';
import type {
  LogEntry,
  Observation,
  operations,
  ReviewedNote,
  SearchHit,
  Session,
  Telling,
} from './openapi.js';

type Get = Calls['GET'];

/** The query of a list. `limit` is the size of its pages, by default the largest. */
type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** See `VaultClient.timeline`: it follows the `Link` headers. */
export function timeline(get: Get) {
  return async function* (
    project: string,
    query: Omit<Query<'getTimeline'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Observation> {
    for (let next: Query<'getTimeline'> | undefined = query; next; ) {
      const { data, response } = await get('/api/v1/timeline/{project}', {
        params: { path: { project }, query: next },
        ...ending,
      });
      yield* data;
      next = nextQuery(response);
    }
  };
}

/** See `VaultClient.observations`: it follows the `Link` headers. */
export function observations(get: Get) {
  return async function* (
    query: Omit<Query<'listObservations'>, 'cursor' | 'ids'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Observation> {
    const first: Query<'listObservations'> = { limit: 100, ...query };
    for (let next: Query<'listObservations'> | undefined = first; next; ) {
      const params = { query: next };
      const { data, response } = await get('/api/v1/observations', { params, ...ending });
      // The other type of the answer is that to `ids`.
      yield* data as Observation[];
      next = nextQuery(response);
    }
  };
}

/** See `VaultClient.told`: it follows the `Link` headers. */
export function told(get: Get) {
  return async function* (
    id: string,
    query: Omit<Query<'getTold'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Telling> {
    for (let next: Query<'getTold'> | undefined = query; next; ) {
      const { data, response } = await get('/api/v1/sessions/{id}/told', {
        params: { path: { id }, query: next },
        ...ending,
      });
      yield* data.told;
      next = nextQuery(response);
    }
  };
}

/** See `VaultClient.review`: it follows the `Link` headers. */
export function review(get: Get) {
  return async function* (
    query: Omit<Query<'getReview'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<ReviewedNote> {
    const first: Query<'getReview'> = { limit: 100, ...query };
    for (let next: Query<'getReview'> | undefined = first; next; ) {
      const { data, response } = await get('/api/v1/review', {
        params: { query: next },
        ...ending,
      });
      yield* data;
      next = nextQuery(response);
    }
  };
}

/** The query of the page that the `Link` header leads to (RFC 8288). */
function nextQuery({ headers }: Response): Record<string, string> | undefined {
  const [, target = ''] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  const [, search] = target.split('?');
  return search === undefined ? undefined : Object.fromEntries(new URLSearchParams(search));
}

/** See `VaultClient.sessions`: each page ends before the last session of the one before. */
export function sessions(get: Get) {
  return async function* (
    query: Query<'listSessions'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Session> {
    const { limit = 1000 } = query;
    for (let before = query.before; ; ) {
      const params = { query: { limit, ...(before !== undefined && { before }) } };
      const { data } = await get('/api/v1/sessions/all', { params, ...ending });
      yield* data;
      if (data.length < limit) return;
      before = data.at(-1)?.id;
    }
  };
}

/** The furthest that a search can be read. */
const LAST_OFFSET = 10_000;

/** See `VaultClient.searchHits`: each page has the next offset. */
export function searchHits(get: Get) {
  return async function* (
    query: Query<'searchObservations'>,
    ending: Ending = {},
  ): AsyncGenerator<SearchHit> {
    const { limit = 100 } = query;
    for (let offset = query.offset ?? 0; offset <= LAST_OFFSET; offset += limit) {
      const params = { query: { ...query, limit, offset } };
      const { data } = await get('/api/v1/search', { params, ...ending });
      yield* data;
      if (data.length < limit) return;
    }
  };
}

/** See `VaultClient.events`: each page goes on after the last position. */
export function events(get: Get) {
  return async function* (
    query: Query<'listEvents'> = {},
    ending: Ending = {},
  ): AsyncGenerator<LogEntry> {
    const { limit = 1000 } = query;
    for (let after = query.after ?? 0; ; ) {
      const params = { query: { ...query, limit, after } };
      const { data } = await get('/admin/events', { params, ...ending });
      // The other type of the answer is the event stream, which nobody asked for here.
      const page = data as LogEntry[];
      yield* page;
      // A page of large events is shorter than `limit`.
      if (page.length === 0) return;
      after = page.at(-1)?.position ?? after;
    }
  };
}
