import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { isInProcess } from '../connection/isInProcess.js';
import { addressCounts } from './addressCounts.js';
import { hasCredentialInBody } from './hasCredentialInBody.js';
import { provenCredentials } from './provenCredentials.js';

const HEADERS = ['x-admin-key', 'x-session-token', 'x-hive-key', 'authorization'];

/**
 * After `perMinute` wrong credentials from one address within a minute, all credentials from it are refused until the next
 * minute, right or wrong. Credentials that were right before are still accepted, so that a client with a stale token
 * cannot lock out others behind the same address. Requests without a credential are not limited, nor are those with a cookie
 * only: nobody guesses 32 random bytes, and a page whose login has ended may ask for a dozen things at once.
 */
export function credentialLimit(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const failures = addressCounts(perMinute);
  const proven = provenCredentials();
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    if (!carriesCredential(request)) return;
    const { remaining, seconds } = failures.read(request);
    if (remaining > 0 || proven.has(request)) return;
    reply.header('retry-after', seconds);
    throw new Rejection(
      'rate_limited',
      `more than ${perMinute} wrong credentials in a minute: try again in ${seconds} s`,
    );
  };
  server.addHook('onRequest', (request, reply, done) => {
    refuse(request, reply);
    done();
  });
  // Again after the body has arrived, because other requests may have failed since the head.
  server.addHook('preHandler', (request, reply, done) => {
    refuse(request, reply);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (carriesCredential(request)) {
      proven.learn(request, reply.statusCode);
      if (reply.statusCode === 401) failures.add(request);
    }
    done();
  });
}

function carriesCredential(request: FastifyRequest): boolean {
  if (isInProcess(request)) return false;
  return (
    hasCredentialInBody(request) || HEADERS.some((name) => request.headers[name] !== undefined)
  );
}
