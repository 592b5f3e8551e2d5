import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { Rejection } from '../../domain/rejection.js';
import { isInProcess } from '../connection/isInProcess.js';
import { isLocal } from './isLocal.js';

/**
 * Limits the requests of an address per minute, in fixed windows. All requests count except preflights, also those for
 * unknown routes and with bad input. An IPv6 address counts as its /64, the usual size of one network. The programs on
 * this machine share one address, so they have a limit of their own. A call that the service makes to itself was counted
 * when it came from outside.
 */
export function rateLimit(
  server: FastifyInstance,
  { rateLimit, localRateLimit }: Pick<Config, 'rateLimit' | 'localRateLimit'>,
): void {
  const local = limitOf(server, localRateLimit, 'VAULT_LOCAL_RATE_LIMIT');
  const others = limitOf(server, rateLimit, 'VAULT_RATE_LIMIT');
  const ofCaller = (request: FastifyRequest) => {
    if (isInProcess(request)) return undefined;
    return isLocal(request) ? local : others;
  };
  server.addHook('onRequest', async (request, reply) => {
    const limit = ofCaller(request);
    if (!limit || request.method === 'OPTIONS') return;
    const counted = await limit.count(request);
    if (counted.isAllowed) return;
    sendLimits(reply, limit, counted.remaining, counted.ttlInSeconds);
    if (counted.isExceeded) refuse(reply, limit, counted.ttlInSeconds);
  });
  // A request that was not counted gets the headers only.
  server.addHook('onSend', async (request, reply) => {
    const limit = ofCaller(request);
    if (!limit || reply.hasHeader('ratelimit-limit')) return;
    const counted = await limit.count(request, { increment: false });
    if (counted.isAllowed) return;
    sendLimits(reply, limit, counted.remaining, counted.ttlInSeconds);
  });
}

interface Limit {
  readonly perMinute: number;
  /** The setting that changes it. */
  readonly setting: string;
  readonly count: ReturnType<FastifyInstance['createRateLimit']>;
}

/** Undefined where there is no limit. */
function limitOf(server: FastifyInstance, perMinute: number, setting: string): Limit | undefined {
  if (perMinute === 0) return undefined;
  return { perMinute, setting, count: server.createRateLimit({ max: perMinute }) };
}

function sendLimits(
  reply: FastifyReply,
  { perMinute }: Limit,
  remaining: number,
  reset: number,
): void {
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    reply.header(`${prefix}-limit`, perMinute);
    reply.header(`${prefix}-remaining`, remaining);
    reply.header(`${prefix}-reset`, reset);
  }
}

function refuse(reply: FastifyReply, { perMinute, setting }: Limit, seconds: number): never {
  reply.header('retry-after', seconds);
  throw new Rejection(
    'rate_limited',
    `more than ${perMinute} requests in a minute: try again in ${seconds} s (${setting} sets another limit)`,
  );
}
