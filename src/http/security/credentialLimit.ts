import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { browserCookie } from './browserCookie.js';
import { addressOf, minuteCounts } from './minuteCounts.js';

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

  const refuse = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!carriesCredential(request) || !isRefused(request)) return done();
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
      server.addHook('onRequest', refuse);
      // Again after the body has arrived, because other requests may have failed since the head.
      server.addHook('preHandler', refuse);
      server.addHook('onSend', (request, _reply, _payload, done) => {
        if (carriesCredential(request)) {
          proven.learn(request);
          if (wrong.has(request)) failures.add(addressOf(request));
        }
        done();
      });
    },
  };
}

function carriesCredential(request: FastifyRequest): boolean {
  return (
    hasCredentialInBody(request) || HEADERS.some((name) => request.headers[name] !== undefined)
  );
}

/** Beyond that the one that was right the longest ago has to prove itself again. */
const MOST = 10_000;

/** The holders of credentials, by the requests that carry them. */
const right = new WeakMap<FastifyRequest, string>();

/** Notes that the credentials of a request were looked at, and are right: those of `holder`. */
export function foundRight(request: FastifyRequest, holder: string): void {
  right.set(request, holder);
}

/** The requests with a credential that was looked at, and is wrong. */
const wrong = new WeakSet<FastifyRequest>();

/** Notes that a request was refused for such a credential: it counts as a guess. */
export function foundWrong(request: FastifyRequest): void {
  wrong.add(request);
}

/**
 * Whose credentials were right not long ago, from which address: sending them again is no guess. Of them it keeps nothing but
 * keyed hashes, under a secret of the process.
 */
function provenCredentials() {
  const secret = randomBytes(32);
  const known = new Map<string, string>();

  function nameOf({ ip, headers }: FastifyRequest): string {
    const { 'x-admin-key': key, 'x-session-token': token, authorization } = headers;
    const carried = [ip, key, token, authorization];
    return createHmac('sha256', secret).update(JSON.stringify(carried)).digest('base64');
  }

  return {
    /** The holder of what a request carries, where that was right before, from the same address. */
    holderOf: (request: FastifyRequest) =>
      known.size > 0 && isProvable(request) ? known.get(nameOf(request)) : undefined,
    /** Learns from a request that was answered. */
    learn(request: FastifyRequest): void {
      const holder = right.get(request);
      if (holder === undefined && !wrong.has(request)) return;
      const name = nameOf(request);
      known.delete(name);
      if (holder === undefined || !isProvable(request)) return;
      known.set(name, holder);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A hive key next to a valid token would be an unchecked guess, and so would a code in the body. */
function isProvable(request: FastifyRequest): boolean {
  return request.headers['x-hive-key'] === undefined && !hasCredentialInBody(request);
}

/** These take a credential in their body: an invite, or what a browser logs in with. */
const ROUTES = ['/auth/redeem', '/auth/browser'];

/** True for a request whose credential comes in its body. */
function hasCredentialInBody({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'POST' && routeOptions.url !== undefined && ROUTES.includes(routeOptions.url);
}
