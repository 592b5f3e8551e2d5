import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { Rejection } from '../../domain/rejection.js';
import { isInProcess } from '../connection/isInProcess.js';
import { addressCounts, type Left } from './addressCounts.js';
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
  const local = limitOf(localRateLimit, 'VAULT_LOCAL_RATE_LIMIT');
  const others = limitOf(rateLimit, 'VAULT_RATE_LIMIT');
  const ofCaller = (request: FastifyRequest) => {
    if (isInProcess(request)) return undefined;
    return isLocal(request) ? local : others;
  };
  server.addHook('onRequest', (request, reply, done) => {
    const limit = request.method === 'OPTIONS' ? undefined : ofCaller(request);
    if (limit) {
      const left = limit.counts.add(request);
      sendLimits(reply, limit, left);
      if (left.isOver) refuse(reply, limit, left);
    }
    done();
  });
  // A request that was not counted gets the headers only.
  server.addHook('onSend', (request, reply, _payload, done) => {
    const limit = reply.hasHeader('ratelimit-limit') ? undefined : ofCaller(request);
    if (limit) sendLimits(reply, limit, limit.counts.read(request));
    done();
  });
}

interface Limit {
  readonly perMinute: number;
  /** The setting that changes it. */
  readonly setting: string;
  readonly counts: ReturnType<typeof addressCounts>;
}

/** Undefined where there is no limit. */
function limitOf(perMinute: number, setting: string): Limit | undefined {
  if (perMinute === 0) return undefined;
  return { perMinute, setting, counts: addressCounts(perMinute) };
}

function sendLimits(reply: FastifyReply, { perMinute }: Limit, { remaining, seconds }: Left): void {
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    reply.header(`${prefix}-limit`, perMinute);
    reply.header(`${prefix}-remaining`, remaining);
    reply.header(`${prefix}-reset`, seconds);
  }
}

function refuse(reply: FastifyReply, { perMinute, setting }: Limit, { seconds }: Left): never {
  reply.header('retry-after', seconds);
  throw new Rejection(
    'rate_limited',
    `more than ${perMinute} requests in a minute: try again in ${seconds} s (${setting} sets another limit)`,
  );
}
