import type { LogEntry } from 'memory-vault-client';
import { type EventFilter, queryOf } from './eventQuery.js';

/** What became of the connection: it opens by itself again while it is `lost`, and no more when it has `ended`. */
export type TailState = 'connecting' | 'live' | 'lost' | 'ended';

export interface TailListener {
  /** Events that came, the oldest first; many at a time where many come. */
  readonly onEvents: (events: readonly LogEntry[]) => void;
  readonly onState: (state: TailState) => void;
}

/** An import brings thousands of events in a second: they are handed on together. */
const TOGETHER_MS = 200;

/** Follows the log after a position. Gives what ends it. */
export function followTail(
  filter: EventFilter,
  after: number,
  { onEvents, onState }: TailListener,
): () => void {
  const query = new URLSearchParams({ after: String(after), ...queryOf(filter) });
  const source = new EventSource(`/admin/events?${query}`);
  let came: LogEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handOn = () => {
    timer = undefined;
    onEvents(came);
    came = [];
  };
  source.onopen = () => onState('live');
  source.onerror = () => onState(source.readyState === EventSource.CLOSED ? 'ended' : 'lost');
  source.onmessage = ({ data }) => {
    // The cast is safe as far as the service keeps to its document.
    came.push(JSON.parse(data) as LogEntry);
    timer ??= setTimeout(handOn, TOGETHER_MS);
  };
  onState('connecting');
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
