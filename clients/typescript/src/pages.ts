import type { Calls, Ending } from './createCalls.js';
import type {
  Change,
  LogEntry,
  Observation,
  operations,
  PublicEvent,
  ReviewedNote,
  SearchHit,
  Session,
  Telling,
} from './openapi.js';

type Get = Calls['GET'];

/** The query of a list. `limit` is the size of its pages, by default the largest. */
type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** See `VaultClient.timeline`. */
export function timeline(get: Get) {
  return async function* (
    project: string,
    query: Omit<Query<'getTimeline'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Observation> {
    const path = { project };
    const pages = linkedPages((query: Query<'getTimeline'>) =>
      get('/api/v1/timeline/{project}', { params: { path, query }, ...ending }),
    );
    for await (const page of pages(query)) yield* page;
  };
}

/** See `VaultClient.observations`. */
export function observations(get: Get) {
  return async function* (
    query: Omit<Query<'listObservations'>, 'cursor' | 'ids'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Observation> {
    const pages = linkedPages((query: Query<'listObservations'>) =>
      get('/api/v1/observations', { params: { query }, ...ending }),
    );
    // The other type of the answer is that to `ids`.
    for await (const page of pages({ limit: 100, ...query })) yield* page as Observation[];
  };
}

/** See `VaultClient.told`. */
export function told(get: Get) {
  return async function* (
    id: string,
    query: Omit<Query<'getTold'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Telling> {
    const pages = linkedPages((query: Query<'getTold'>) =>
      get('/api/v1/sessions/{id}/told', { params: { path: { id }, query }, ...ending }),
    );
    for await (const page of pages(query)) yield* page.told;
  };
}

/** See `VaultClient.review`. */
export function review(get: Get) {
  return async function* (
    query: Omit<Query<'getReview'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<ReviewedNote> {
    const pages = linkedPages((query: Query<'getReview'>) =>
      get('/api/v1/review', { params: { query }, ...ending }),
    );
    for await (const page of pages({ limit: 100, ...query })) yield* page;
  };
}

/** See `VaultClient.publicEvents`. */
export function publicEvents(get: Get) {
  return async function* (
    query: Query<'listPublicEvents'> = {},
    ending: Ending = {},
  ): AsyncGenerator<PublicEvent> {
    const pages = linkedPages((query: Query<'listPublicEvents'>) =>
      get('/api/v1/events', { params: { query }, ...ending }),
    );
    for await (const page of pages({ limit: 1000, ...query })) yield* page;
  };
}

/** See `VaultClient.changes`. */
export function changes(get: Get) {
  return async function* (
    query: Omit<Query<'listChanges'>, 'cursor'>,
    ending: Ending = {},
  ): AsyncGenerator<Change> {
    const pages = linkedPages((query: Query<'listChanges'>) =>
      get('/api/v1/changes', { params: { query }, ...ending }),
    );
    for await (const page of pages({ limit: 100, ...query })) yield* page;
  };
}

/** See `VaultClient.inbox`. */
export function inbox(get: Get) {
  return async function* (
    query: Omit<Query<'getInbox'>, 'cursor'> = {},
    ending: Ending = {},
  ): AsyncGenerator<Observation> {
    const pages = linkedPages((query: Query<'getInbox'>) =>
      get('/api/v1/inbox', { params: { query }, ...ending }),
    );
    for await (const page of pages({ limit: 100, ...query })) yield* page;
  };
}

/** All pages of a list, from the first query on: it follows the `Link` headers. */
function linkedPages<Asked extends object, Page>(
  ask: (query: Asked) => Promise<{ readonly data: Page; readonly response: Response }>,
) {
  return async function* (first: Asked): AsyncGenerator<Page> {
    for (let next: Asked | undefined = first; next; ) {
      const { data, response } = await ask(next);
      yield data;
      // The service wrote the query of its link.
      next = nextQuery(response) as Asked | undefined;
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
