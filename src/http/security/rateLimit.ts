import type { FastifyInstance, FastifyReply } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { isInProcess } from '../connection/inProcess.js';

/**
 * Limits the requests of an address per minute, in fixed windows. All requests count except preflights, also those for
 * unknown routes and with bad input. An IPv6 address counts as its /64, the usual size of one network.
 */
export function rateLimit(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const count = server.createRateLimit({ max: perMinute });
  server.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || isInProcess(request)) return;
    const counted = await count(request);
    if (counted.isAllowed) return;
    sendLimits(reply, perMinute, counted.remaining, counted.ttlInSeconds);
    if (counted.isExceeded) refuse(reply, perMinute, counted.ttlInSeconds);
  });
  // A request that was not counted gets the headers only.
  server.addHook('onSend', async (request, reply) => {
    if (reply.hasHeader('ratelimit-limit') || isInProcess(request)) return;
    const counted = await count(request, { increment: false });
    if (counted.isAllowed) return;
    sendLimits(reply, perMinute, counted.remaining, counted.ttlInSeconds);
  });
}

function sendLimits(reply: FastifyReply, limit: number, remaining: number, reset: number): void {
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
