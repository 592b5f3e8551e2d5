import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { addressOf } from '../door/minuteCounts.js';
import { ALWAYS_ANSWERED } from '../route.js';

/** The limits above which the service is overloaded. */
export interface Capacity {
  /** Number of requests under way. Above it, those of clients with more than their share are refused; above twice it, all. */
  readonly inFlight: number;
  /** Mean delay of the event loop over `sample`; both in milliseconds. */
  readonly delay: number;
  readonly sample: number;
}

/** The sample of five seconds is long enough that one slow commit does not count as overload. */
export const CAPACITY: Capacity = { inFlight: 1000, delay: 500, sample: 5000 };

/** Gives the rule that refuses requests with `overloaded` and `Retry-After` while the service is over its capacity. */
export function overloadRule(
  server: FastifyInstance,
  { inFlight, delay, sample }: Capacity,
): (request: FastifyRequest, reply: FastifyReply) => void {
  let underWay = 0;
  /** By address. A request counts until its client has read the answer, so that who does not read has no more of them. */
  const ofClients = new Map<string, number>();
  const countUnderWay = (request: FastifyRequest, reply: FastifyReply) => {
    const client = addressOf(request);
    const own = (ofClients.get(client) ?? 0) + 1;
    const clients = ofClients.size + (own === 1 ? 1 : 0);
    const isOverShare = own > Math.max(1, inFlight / clients) || underWay >= 2 * inFlight;
    // What is refused does not count: its client may leave the answer unread.
    if (underWay >= inFlight && isOverShare && !isExempt(request)) {
      throw new Rejection(
        'overloaded',
        `more than ${inFlight} requests are in progress: try again later`,
      );
    }
    ofClients.set(client, own);
    underWay += 1;
    reply.raw.on('close', () => {
      underWay -= 1;
      const left = (ofClients.get(client) ?? 0) - 1;
      if (left > 0) ofClients.set(client, left);
      else ofClients.delete(client);
    });
  };
  // Each measurement wakes the process, also while nobody uses it. What is measured has the time between two in it.
  const resolution = Math.ceil(sample / MEASUREMENTS);
  const loop = monitorEventLoopDelay({ resolution });
  loop.enable();
  let isLate = false;
  const timer = setInterval(() => {
    const late = loop.mean / 1e6 - resolution;
    // Nothing was measured in all that time: the loop stood still.
    isLate = (Number.isNaN(late) ? Number.POSITIVE_INFINITY : late) > delay;
    loop.reset();
  }, sample).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    loop.disable();
  });
  return (request, reply) => {
    countUnderWay(request, reply);
    if (!isLate || isExempt(request)) return;
    reply.header('retry-after', Math.ceil(sample / 1000));
    throw new Rejection('overloaded', 'the service is too busy to answer in time: try again later');
  };
}

/** So often the delay of the event loop is measured in a sample: one long turn is one of them, and must not count as overload. */
const MEASUREMENTS = 100;

function isExempt({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && ALWAYS_ANSWERED.includes(url);
}

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
    if (ALWAYS_ANSWERED.includes(url)) return done();
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
