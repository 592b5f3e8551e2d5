import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { type EventList, withNewer, withOlder, withWaiting } from './eventList.js';
import type { EventFilter } from './eventQuery.js';
import { followTail, type TailState } from './followTail.js';
import { readEvents } from './readEvents.js';

/** Some of the log, and how it grows. */
export interface EventLog {
  /** Undefined until the first page is there. */
  readonly list: EventList | undefined;
  /** Why the newest page or an older one could not be read. */
  readonly error: unknown;
  /** Reads the next page of older events, or again the one that failed. */
  readonly more: () => void;
  /** Undefined while nothing is followed. */
  readonly tail: TailState | undefined;
  /** Shows the newer events that wait. */
  readonly showWaiting: () => void;
}

const EMPTY: EventList = { rows: [], waiting: [], before: undefined };

/** Pixels from the top of the page up to which new events may move the rows. */
const TOP = 160;

/**
 * The events that a filter selects, the newest first: all, or those before a position. With `isLive`, new ones come as they
 * are recorded.
 */
export function useEventLog(
  filter: EventFilter,
  { isLive, before }: { isLive: boolean; before?: number | undefined },
): EventLog {
  const key = JSON.stringify({ ...filter, before });
  const [kept, setKept] = useState<{ key: string; list?: EventList; error?: unknown }>({ key });
  const [tail, setTail] = useState<TailState>();
  const [round, setRound] = useState(0);
  /** The newest position that was looked at. */
  const seen = useRef(0);
  const reading = useRef<AbortController>();
  const change = (by: (list: EventList) => EventList) =>
    setKept((now) => (now.list && now.key === key ? { key, list: by(now.list) } : now));

  async function read(before: number, signal: AbortSignal): Promise<void> {
    try {
      const page = await readEvents(filter, before, signal);
      setKept((now) => ({
        key,
        list: withOlder((now.key === key && now.list) || EMPTY, page.events, page.before),
      }));
    } catch (error) {
      if (!signal.aborted) setKept((now) => ({ ...now, error }));
    }
  }

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    reading.current = gone;
    setKept({ key });
    const start = async () => {
      if (before !== undefined) return read(before, signal);
      const { data } = await api.GET('/admin/log', { signal });
      seen.current = data.head;
      return read(data.head + 1, signal);
    };
    start().catch((error: unknown) => signal.aborted || setKept({ key, error }));
    return () => gone.abort();
  }, [key, round]);

  const isThere = kept.key === key && kept.list !== undefined;
  useEffect(() => {
    if (!isLive || !isThere) return undefined;
    const end = followTail(filter, seen.current, {
      onState: setTail,
      onEvents(events) {
        seen.current = Math.max(seen.current, events.at(-1)?.position ?? 0);
        // Rows that somebody reads further down must not move.
        change((list) => withNewer(list, events, scrollY < TOP));
      },
    });
    return () => {
      end();
      setTail(undefined);
    };
  }, [key, isLive, isThere, round]);

  const isReading = useRef(false);
  const more = () => {
    const { list, error } = kept;
    if (!list) return setRound((n) => n + 1);
    const signal = reading.current?.signal;
    if (list.before === undefined || isReading.current || !signal) return;
    isReading.current = true;
    if (error !== undefined) setKept({ key, list });
    void read(list.before, signal).finally(() => {
      isReading.current = false;
    });
  };
  return {
    list: kept.key === key ? kept.list : undefined,
    error: kept.key === key ? kept.error : undefined,
    more,
    tail,
    showWaiting: () => change(withWaiting),
  };
}
