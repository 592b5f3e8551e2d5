import type { LogEntry } from 'memory-vault-client';
import { api } from '../../app/api.js';

/** Which events are shown; all without any. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly stream?: string | undefined;
}

/** A part of the log, the newest event first. */
export interface EventPage {
  readonly events: readonly LogEntry[];
  /** Where the next page begins; undefined when there is none. */
  readonly before: number | undefined;
}

const PAGE = 200;

/** The events before a position, the newest first. */
export async function readEvents(
  { types, stream }: EventFilter,
  before: number,
  signal: AbortSignal,
): Promise<EventPage> {
  const query = { before, limit: PAGE, ...queryOf({ types, stream }) };
  const { data, response } = await api.GET('/admin/events', { params: { query }, signal });
  return { events: data, before: nextOf(response.headers.get('link')) };
}

/** A filter as parameters of the API. */
export function queryOf({ types, stream }: EventFilter): { type?: string; stream?: string } {
  return { ...(types && { type: types.join() }), ...(stream && { stream }) };
}

/** The position in a link to the next page: `</admin/events?before=100>; rel="next"`. */
export function nextOf(link: string | null): number | undefined {
  const [, before] = /[?&]before=(\d+)[^>]*>; rel="next"/.exec(link ?? '') ?? [];
  return before === undefined ? undefined : Number(before);
}
