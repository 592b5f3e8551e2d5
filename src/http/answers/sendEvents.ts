import { finished, Readable } from 'node:stream';
import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';
import { positionHeader } from '../request/parameters.js';
import type { Call } from '../route.js';

/** What a stream of server-sent events has to know of its reader. */
export interface Listener {
  /** Checks whether the reader is still authorized; the stream ends when it is not. */
  readonly mayRead: () => Promise<boolean>;
  /** Ends the stream: the reader has left, or the service stops. */
  readonly signal: AbortSignal;
}

/** The first message of each stream: after how many milliseconds a reader that was cut off comes again. */
export const RETRY = 'retry: 1000\n\n';

/** Of each route. Each takes a connection and counts as a request in progress for as long as it lasts. */
const MOST_STREAMS = 100;
/** The number of open streams by route, so that those of members take no place from those who look after the service. */
const streams = new WeakMap<App, Map<string, number>>();

function streamsOf(app: App): Map<string, number> {
  const open = streams.get(app) ?? new Map<string, number>();
  streams.set(app, open);
  return open;
}

/** True for a request whose answer shall be a stream of server-sent events. */
export function wantsEvents({ request }: Pick<Call<unknown, unknown, unknown>, 'request'>) {
  return /text\/event-stream/i.test(request.headers.accept ?? '');
}

/** The position after which a stream goes on. An event source without a last id may send an empty one. */
export function lastEventId({ request }: Pick<Call<unknown, unknown, unknown>, 'request'>) {
  const isEmpty = request.headers['last-event-id'] === '';
  return isEmpty ? undefined : positionHeader(request, 'Last-Event-ID');
}

/**
 * Answers with an endless stream of server-sent events (WHATWG HTML, section 9.2), until the reader leaves, is logged out,
 * or the service stops. Throws `overloaded` when too many are open.
 */
export function sendEvents<Q>(
  { app, request, reply, recheck }: Call<unknown, Q, unknown>,
  events: (listener: Listener) => AsyncIterable<string>,
) {
  const { url = '' } = request.routeOptions;
  const open = streamsOf(app);
  const count = (change: number) => open.set(url, (open.get(url) ?? 0) + change);
  if ((open.get(url) ?? 0) >= MOST_STREAMS) {
    throw new Rejection('overloaded', `${MOST_STREAMS} event streams are open: close one of them`);
  }
  count(1);
  const gone = new AbortController();
  const leave = () => gone.abort();
  app.stopping.addEventListener('abort', leave);
  // Called also when the reader had left before, and after the head, which is all that HEAD gets.
  finished(reply.raw, () => {
    leave();
    count(-1);
    app.stopping.removeEventListener('abort', leave);
  });
  if (app.stopping.aborted) leave();
  // The stream ends with the reader's login, or when the admin key is rotated.
  const mayRead = () =>
    recheck().then(
      () => true,
      () => false,
    );
  reply.type('text/event-stream').header('cache-control', 'no-store');
  const parts = events({ mayRead, signal: gone.signal });
  return reply.send(Readable.from(parts, { objectMode: false }));
}
