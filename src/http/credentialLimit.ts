import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../domain/rejection.js';

const HEADERS = ['x-admin-key', 'x-session-token', 'x-hive-key', 'authorization'];
/** Where the credential is in the body. */
const REDEEM = '/auth/redeem';

/**
 * After so many wrong credentials from an address within a minute no credential of it is looked at any
 * more until the next, right or wrong. Requests without one are not concerned.
 */
export function credentialLimit(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const failures = server.createRateLimit({ max: perMinute });
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!carriesCredential(request)) return;
    const counted = await failures(request, { increment: false });
    if (counted.isAllowed || counted.remaining > 0) return;
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
    if (reply.statusCode === 401 && carriesCredential(request)) await failures(request);
  });
}

function carriesCredential({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === REDEEM || HEADERS.some((name) => headers[name] !== undefined);
}
