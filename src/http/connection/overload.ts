import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { ALWAYS_ANSWERED } from '../route.js';

/** When the service has more to do than it can. */
export interface Capacity {
  /** Requests that may be under way at a time. */
  readonly inFlight: number;
  /** Milliseconds that the event loop may be late, on average over `sample` milliseconds. */
  readonly delay: number;
  readonly sample: number;
}

/** One long commit is no overload: five seconds of late answers are. */
export const CAPACITY: Capacity = { inFlight: 1000, delay: 500, sample: 5000 };

/** Refuses requests, with the time to come back, while the service has more to do than it can. */
export async function refuseOverload(
  server: FastifyInstance,
  { inFlight, delay, sample }: Capacity,
): Promise<void> {
  let underWay = 0;
  server.addHook('onRequest', async ({ routeOptions }, reply) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    if (underWay > inFlight && !isExempt(routeOptions)) {
      throw new Rejection(
        'overloaded',
        `more than ${inFlight} requests are in progress: try again later`,
      );
    }
  });
  await server.register(underPressure, {
    maxEventLoopDelay: delay,
    sampleInterval: sample,
    async pressureHandler({ routeOptions }, reply) {
      if (isExempt(routeOptions)) return;
      reply.header('retry-after', Math.ceil(sample / 1000));
      throw new Rejection(
        'overloaded',
        'the service is too busy to answer in time: try again later',
      );
    },
  });
}

function isExempt({ url }: FastifyRequest['routeOptions']): boolean {
  return url !== undefined && ALWAYS_ANSWERED.includes(url);
}
