import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { isInProcess } from '../connection/isInProcess.js';
import { addressOf, minuteCounts } from './addressCounts.js';
import { browserCookie } from './browserCookie.js';
import { hasCredentialInBody } from './hasCredentialInBody.js';
import { foundRight, isFoundWrong, provenCredentials } from './provenCredentials.js';

const HEADERS = ['x-admin-key', 'x-session-token', 'x-hive-key', 'authorization'];

/**
 * Who holds the credentials of a request; undefined where it has none, or a wrong one, or its route does not look at them: what
 * a route looks at and finds wrong, it refuses, and that is counted.
 */
export type HolderOf = (
  request: FastifyRequest,
) => string | undefined | Promise<string | undefined>;

/**
 * After `perMinute` wrong credentials from one address within a minute, all credentials from it are refused until the next
 * minute, right or wrong; with 0, never. Credentials that were right before are still accepted, so that a client with a stale
 * token cannot lock out others behind the same address. Requests without a credential are not limited, nor are those with a
 * cookie only: nobody guesses 32 random bytes, and a page whose login has ended may ask for a dozen things at once. `ask` looks a
 * holder up.
 */
export function credentialLimit(perMinute: number, ask: HolderOf) {
  const failures = minuteCounts(perMinute);
  const proven = provenCredentials();

  const isRefused = (request: FastifyRequest) =>
    perMinute > 0 &&
    failures.read(addressOf(request)).remaining === 0 &&
    proven.holderOf(request) === undefined;

  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    if (!carriesCredential(request) || !isRefused(request)) return;
    const { seconds } = failures.read(addressOf(request));
    reply.header('retry-after', seconds);
    throw new Rejection(
      'rate_limited',
      `more than ${perMinute} wrong credentials in a minute: try again in ${seconds} s`,
    );
  };

  const lookUp = async (request: FastifyRequest) => {
    const holder = await ask(request);
    if (holder !== undefined) foundRight(request, holder);
    return holder;
  };

  return {
    /** The same, without another look at what was right not long ago, and without any where all have to wait. */
    holderOf(request: FastifyRequest): ReturnType<HolderOf> {
      if (!HEADERS.some((name) => request.headers[name] !== undefined))
        return browserCookie(request) ? lookUp(request) : undefined;
      return proven.holderOf(request) ?? (isRefused(request) ? undefined : lookUp(request));
    },
    addTo(server: FastifyInstance): void {
      server.addHook('onRequest', (request, reply, done) => {
        refuse(request, reply);
        done();
      });
      // Again after the body has arrived, because other requests may have failed since the head.
      server.addHook('preHandler', (request, reply, done) => {
        refuse(request, reply);
        done();
      });
      server.addHook('onSend', (request, _reply, _payload, done) => {
        if (carriesCredential(request)) {
          proven.learn(request);
          if (isFoundWrong(request)) failures.add(addressOf(request));
        }
        done();
      });
    },
  };
}

function carriesCredential(request: FastifyRequest): boolean {
  if (isInProcess(request)) return false;
  return (
    hasCredentialInBody(request) || HEADERS.some((name) => request.headers[name] !== undefined)
  );
}
