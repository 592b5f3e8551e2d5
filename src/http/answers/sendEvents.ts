import { finished, Readable } from 'node:stream';
import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';
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

/** Each takes a connection and counts as a request in progress for as long as it lasts. */
const MOST_STREAMS = 100;
/** The number of open streams. */
const streams = new WeakMap<App, number>();

function countStream(app: App, change: 1 | -1): void {
  streams.set(app, (streams.get(app) ?? 0) + change);
}

/** True for a request whose answer shall be a stream of server-sent events. */
export function wantsEvents({ request }: Pick<Call<unknown, unknown, unknown>, 'request'>) {
  return /text\/event-stream/i.test(request.headers.accept ?? '');
}

/**
 * Answers with an endless stream of server-sent events (WHATWG HTML, section 9.2), until the reader leaves, is logged out,
 * or the service stops. Throws `overloaded` when too many are open.
 */
export function sendEvents<Q>(
  { app, reply, recheck }: Call<unknown, Q, unknown>,
  events: (listener: Listener) => AsyncIterable<string>,
) {
  if ((streams.get(app) ?? 0) >= MOST_STREAMS) {
    throw new Rejection('overloaded', `${MOST_STREAMS} event streams are open: close one of them`);
  }
  countStream(app, 1);
  const gone = new AbortController();
  const leave = () => gone.abort();
  app.stopping.addEventListener('abort', leave);
  // Called also when the reader had left before, and after the head, which is all that HEAD gets.
  finished(reply.raw, () => {
    leave();
    countStream(app, -1);
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
