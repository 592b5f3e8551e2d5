import type { components, Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { apiParams, type SearchQuery } from './searchQuery.js';

type SearchHit = components['schemas']['SearchHit'];

/** A note of the list. Without words to search for, the newest notes have neither extract nor score. */
export type Hit = Observation & Partial<Omit<SearchHit, keyof Observation>>;

export interface HitPage {
  readonly hits: readonly Hit[];
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined;
  /** How the query was read, as the API says it. */
  readonly reading: string | undefined;
  readonly hint: string | null;
  /** True when the hive was asked and did not answer. */
  readonly isHiveMissing: boolean;
  /** Milliseconds from asking to the answer. */
  readonly took: number;
}

const PAGE = 50;
/** The API goes no further. */
const LAST_OFFSET = 10_000;
/** Enough for two lines of a list. */
const EXTRACT = 300;

/** A page of hits, best first; without words, of the newest notes. `from` is the `next` of the page before. */
export async function loadHits(
  query: SearchQuery,
  from: string | undefined,
  signal: AbortSignal,
): Promise<HitPage> {
  const began = performance.now();
  const page = await (query.q.trim() === '' ? newest : matching)(query, from, signal);
  return { ...page, took: performance.now() - began };
}

type Page = Omit<HitPage, 'took'>;

async function matching(
  query: SearchQuery,
  from: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const offset = Number(from ?? 0);
  const { data, response } = await api.GET('/api/v1/search', {
    params: {
      query: {
        q: query.q,
        ...apiParams(query),
        ...(query.alone && { layers: '0' as const }),
        limit: PAGE,
        offset,
        snippet: '1',
        explain: '1',
        // The extract is what is shown; hits of a hive may have none.
        content_limit: query.cloud ? EXTRACT : 1,
        ...(query.cloud && { cloud: '1' as const }),
      },
    },
    signal,
  });
  const end = offset + PAGE;
  return {
    hits: data,
    next: data.length >= PAGE && end <= LAST_OFFSET ? String(end) : undefined,
    reading: response.headers.get('x-search') ?? undefined,
    hint: response.headers.get('x-search-hint'),
    isHiveMissing: response.headers.get('x-hive') === 'unavailable',
  };
}

async function newest(
  query: SearchQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const { data, response } = await api.GET('/api/v1/observations', {
    params: {
      query: {
        ...apiParams(query),
        limit: PAGE,
        content_limit: EXTRACT,
        ...(cursor !== undefined && { cursor }),
      },
    },
    signal,
  });
  return {
    // Without `ids`, the answer is a list.
    hits: Array.isArray(data) ? data : data.observations,
    next: cursorIn(response.headers.get('link')),
    reading: undefined,
    hint: null,
    isHiveMissing: false,
  };
}

/** The cursor in the link to the next page. */
export function cursorIn(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, 'http://vault').searchParams.get('cursor') ?? undefined;
}
