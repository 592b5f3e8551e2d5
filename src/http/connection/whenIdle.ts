import type { FastifyInstance } from 'fastify';
import { ALWAYS_ANSWERED } from '../route.js';
import { isInProcess } from './isInProcess.js';

/** What to do when nobody has called a service for a while. */
export interface Idle {
  /** Time without a request, in milliseconds. */
  readonly ms: number;
  readonly end: () => void;
}

/**
 * Calls `end` when a server that listens has had nothing to do for `ms`: no request is under way, of which an open event
 * stream is one, and none has ended since. Probes do not count, nor what the rules for every request refuse.
 */
export function whenIdle(server: FastifyInstance, { ms, end }: Idle): void {
  let underWay = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    if (underWay === 0 && !isClosed) timer = setTimeout(end, ms);
  };
  server.addHook('onListen', async () => wait());
  server.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    // A call in this process belongs to one from outside, which is counted.
    if (ALWAYS_ANSWERED.includes(url) || isInProcess(request)) return done();
    underWay += 1;
    clearTimeout(timer);
    reply.raw.once('close', () => {
      underWay -= 1;
      wait();
    });
    done();
  });
  server.addHook('onClose', async () => {
    isClosed = true;
    clearTimeout(timer);
  });
}
