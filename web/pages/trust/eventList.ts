import type { LogEntry } from 'memory-vault-client';

/** Events as they are listed, the newest first. */
export interface EventList {
  readonly rows: readonly LogEntry[];
  /** Newer ones, the newest first, that are not among the rows yet. */
  readonly waiting: readonly LogEntry[];
  /** Where the next page of older ones begins; undefined when there is none. */
  readonly before: number | undefined;
}

/** More would take too much memory: each event has its text. */
export const MOST_ROWS = 20_000;

/** The list with the next page of older events. */
export function withOlder(
  list: EventList,
  page: readonly LogEntry[],
  before: number | undefined,
): EventList {
  return { ...list, rows: [...list.rows, ...page], before };
}

/** The list with events that just came, the oldest first: among the rows, or waiting until the reader wants to see them. */
export function withNewer(
  list: EventList,
  events: readonly LogEntry[],
  isShown: boolean,
): EventList {
  const known = (list.waiting[0] ?? list.rows[0])?.position ?? 0;
  // A stream that was connected again may repeat its last events.
  const newer = events.filter(({ position }) => position > known).reverse();
  const waiting = bounded([...newer, ...list.waiting]);
  return isShown ? withWaiting({ ...list, waiting }) : { ...list, waiting };
}

/** The list with what waited on top. */
export function withWaiting({ rows, waiting, before }: EventList): EventList {
  const all = [...waiting, ...rows];
  const kept = bounded(all);
  // The oldest rows go, and can be asked for again.
  const isCut = kept.length < all.length;
  return { rows: kept, waiting: [], before: isCut ? kept.at(-1)?.position : before };
}

const bounded = (events: readonly LogEntry[]) =>
  events.length > MOST_ROWS ? events.slice(0, MOST_ROWS) : events;
