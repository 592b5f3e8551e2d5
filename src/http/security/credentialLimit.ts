import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { provenCredentials } from './provenCredentials.js';

const HEADERS = ['x-admin-key', 'x-session-token', 'x-hive-key', 'authorization'];
/** Where the credential is in the body. */
const REDEEM = '/auth/redeem';

/**
 * After so many wrong credentials from an address within a minute no other of it is looked at any more until the next,
 * right or wrong. One that was right before is: whoever shares the address of a client with a stale token would be
 * kept out by it. Requests without a credential are not concerned.
 */
export function credentialLimit(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const failures = server.createRateLimit({ max: perMinute });
  const proven = provenCredentials();
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!carriesCredential(request)) return;
    const counted = await failures(request, { increment: false });
    if (counted.isAllowed || counted.remaining > 0 || proven.has(request)) return;
    reply.header('retry-after', counted.ttlInSeconds);
    throw new Rejection(
      'rate_limited',
      `more than ${perMinute} wrong credentials in a minute: try again in ${counted.ttlInSeconds} s`,
    );
  };
  server.addHook('onRequest', refuse);
  // Once more when the body is there: others may have failed since the head arrived.
  server.addHook('preHandler', refuse);
  server.addHook('onSend', async (request, reply) => {
    if (!carriesCredential(request)) return;
    proven.learn(request, reply.statusCode);
    if (reply.statusCode === 401) await failures(request);
  });
}

function carriesCredential({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === REDEEM || HEADERS.some((name) => headers[name] !== undefined);
}
