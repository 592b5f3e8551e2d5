import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Ending, Open } from './createCalls.js';
import type { LogEntry, Observation, operations, Stats } from './openapi.js';
import { readText } from './readText.js';
import type { Clock } from './retry.js';

type Events = Omit<NonNullable<operations['listEvents']['parameters']['query']>, 'limit'>;

/** See `VaultClient.followEvents`. `ofClient` ends it where the caller gives no signal. */
export function followEvents(open: Open, clock: Clock, ofClient: AbortSignal | undefined) {
  const follow = following<LogEntry>('/admin/events', open, clock);
  return (query: Events = {}, { signal = ofClient }: Ending = {}) => follow(query, '', signal);
}

type Notes = Omit<
  NonNullable<operations['listObservations']['parameters']['query']>,
  'ids' | 'limit' | 'cursor' | 'as_of' | 'pinned'
> & { readonly after?: number };

/** A note that is forgotten: nothing else is known of it. */
export interface Forgotten {
  readonly id: string;
  readonly forgotten: true;
}

/** See `VaultClient.followObservations`. */
export function followObservations(open: Open, clock: Clock, ofClient: AbortSignal | undefined) {
  const follow = following<Observation | Forgotten>('/api/v1/observations', open, clock);
  return async function* ({ after, ...query }: Notes = {}, { signal = ofClient }: Ending = {}) {
    // A connection that breaks before the first note leaves no id: without a start of its own, the next one would begin later.
    yield* follow(query, String(after ?? (await headOf(open, signal))), signal);
  };
}

/** The position of the newest event. */
async function headOf(open: Open, signal: AbortSignal | undefined): Promise<number> {
  const response = await open('get', '/api/v1/stats', { signal });
  // The cast is safe as far as the service keeps to its document.
  const { log } = (await response.json()) as Stats;
  return log.head;
}

/** Until the service says another. */
const RECONNECT_MS = 1000;

/** Follows a stream of server-sent events (WHATWG HTML, section 9.2), after the one with the id `after`. */
function following<Message>(path: string, open: Open, clock: Clock) {
  return async function* (
    query: object,
    after: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Message> {
    const received: EventSourceMessage[] = [];
    let [last, reconnectMs] = [after, RECONNECT_MS];
    for (;;) {
      const response = await open('get', path, {
        params: { query },
        headers: { Accept: 'text/event-stream', ...(last !== '' && { 'Last-Event-ID': last }) },
        signal,
      });
      const parser = createParser({
        onEvent: (message) => received.push(message),
        onRetry: (ms) => {
          reconnectMs = ms;
        },
      });
      try {
        for await (const text of readText(response)) {
          parser.feed(text);
          for (const { id, data } of received.splice(0)) {
            last = id ?? last;
            // The cast is safe as far as the service keeps to its document.
            yield JSON.parse(data) as Message;
          }
        }
      } catch (broken) {
        signal?.throwIfAborted();
        // Not of the connection, but of an event that is no JSON.
        if (broken instanceof SyntaxError) throw broken;
      }
      await clock.sleep(reconnectMs, signal);
    }
  };
}
