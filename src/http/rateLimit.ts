import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Rejection } from '../domain/rejection.js';

const WINDOW_MS = 60_000;

/**
 * Counts every request against its address in a fixed window, unknown routes and bad input included.
 * At most 5,000 addresses are remembered, the least recent forgotten first.
 */
export async function rateLimit(server: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await server.register(rateLimitPlugin, { global: false });
  const count = server.createRateLimit({ max: perMinute, timeWindow: WINDOW_MS });
  server.addHook('onRequest', async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed) return;
    tell(reply, perMinute, counted.remaining, counted.ttlInSeconds);
    if (counted.isExceeded) refuse(reply, perMinute, counted.ttlInSeconds);
  });
  // A preflight is answered before it is counted; it only hears how things stand.
  server.addHook('onSend', async (request, reply) => {
    if (reply.hasHeader('ratelimit-limit')) return;
    const counted = await count(request, { increment: false });
    if (counted.isAllowed) return;
    tell(reply, perMinute, counted.remaining, counted.ttlInSeconds);
  });
}

function tell(reply: FastifyReply, limit: number, remaining: number, reset: number): void {
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    reply.header(`${prefix}-limit`, limit);
    reply.header(`${prefix}-remaining`, remaining);
    reply.header(`${prefix}-reset`, reset);
  }
}

function refuse(reply: FastifyReply, limit: number, seconds: number): never {
  reply.header('retry-after', seconds);
  throw new Rejection(
    'rate_limited',
    `more than ${limit} requests in a minute: try again in ${seconds} s (VAULT_RATE_LIMIT sets another limit)`,
  );
}
