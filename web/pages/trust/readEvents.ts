import type { LogEntry } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { type EventFilter, nextOf, queryOf } from './eventQuery.js';

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
