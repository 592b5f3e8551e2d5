import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Ending, Open } from './createCalls.js';
import type { LogEntry, operations } from './openapi.js';
import { readText } from './readText.js';
import type { Clock } from './retry.js';

type Query = Omit<NonNullable<operations['listEvents']['parameters']['query']>, 'limit'>;

/** Until the service says another. */
const RECONNECT_MS = 1000;

/** See `VaultClient.followEvents`. `ofClient` ends it where the caller gives no signal. */
export function followEvents(open: Open, clock: Clock, ofClient: AbortSignal | undefined) {
  return async function* (
    query: Query = {},
    { signal = ofClient }: Ending = {},
  ): AsyncGenerator<LogEntry> {
    const received: EventSourceMessage[] = [];
    let [last, reconnectMs] = ['', RECONNECT_MS];
    for (;;) {
      const response = await open('get', '/admin/events', {
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
            yield JSON.parse(data) as LogEntry;
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
