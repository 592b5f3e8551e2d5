import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { CALLER_HEADER, CHALLENGE_HEADER, callerOf, isSame } from '../../connect/proof.js';
import { isLoopback, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';
import { browserCookie, isFromOwnPage } from './browserCookie.js';
import { addressOf, type Left, minuteCounts } from './minuteCounts.js';

/**
 * Limits requests per minute, in fixed windows. All of them count except preflights, also those for unknown routes and with
 * bad input. Whoever the service does not know counts by address, on this machine, too. It knows the programs that have read its
 * `secret`, the page that it has given to a browser on this machine, and every holder of a valid credential: these have a limit
 * of their own each.
 */
export function rateLimit(
  server: FastifyInstance,
  { rateLimit, knownRateLimit }: Pick<Config, 'rateLimit' | 'knownRateLimit'>,
  { secret, holderOf }: { readonly secret: string | undefined; readonly holderOf: HolderOf },
): void {
  const unknown = limitOf(rateLimit, 'VAULT_RATE_LIMIT');
  const known = limitOf(knownRateLimit, 'VAULT_KNOWN_RATE_LIMIT');
  const count = (request: FastifyRequest, reply: FastifyReply, holder: string | undefined) => {
    const limit = holder === undefined ? unknown : known;
    if (!limit) return;
    const left = limit.counts.add(holder ?? addressOf(request));
    sendLimits(reply, limit, left);
    if (left.isOver) refuse(reply, limit, left);
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') return done();
    const holder = withoutCredential(request, secret) ?? holderOf(request);
    if (holder instanceof Promise)
      holder.then((found) => count(request, reply, found)).then(() => done(), done);
    else {
      count(request, reply, holder);
      done();
    }
  });
  // A preflight, which says nothing of its caller, is not counted and gets the headers only.
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method === 'OPTIONS' && unknown)
      sendLimits(reply, unknown, unknown.counts.read(addressOf(request)));
    done();
  });
}

/** What a caller on this machine is known as that needs no credential; undefined where it needs one. */
function withoutCredential(
  request: FastifyRequest,
  secret: string | undefined,
): string | undefined {
  if (secret !== undefined && isProgramOf(secret, request)) return 'the programs of this machine';
  return isFromOwnPage(request) && isLocal(request) ? 'the page on this machine' : undefined;
}

/** Beside a challenge, the header is good for the answer to that alone: it may have been sent to somebody else. */
function isProgramOf(secret: string, { headers, routeOptions }: FastifyRequest): boolean {
  const sent = headers[CALLER_HEADER];
  if (sent === undefined) return false;
  const challenge = headers[CHALLENGE_HEADER];
  if (challenge !== undefined && routeOptions.url !== '/healthz') return false;
  return isSame(sent, callerOf(secret, challenge === undefined ? '' : String(challenge)));
}

interface Limit {
  readonly perMinute: number;
  /** The setting that changes it. */
  readonly setting: string;
  readonly counts: ReturnType<typeof minuteCounts>;
}

/** Undefined where there is no limit. */
function limitOf(perMinute: number, setting: string): Limit | undefined {
  if (perMinute === 0) return undefined;
  return { perMinute, setting, counts: minuteCounts(perMinute) };
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

/** What a proxy adds to the requests that it passes on. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * True for a caller on this machine. A proxy on this machine passes on what others send: then the request says so in a
 * header, or has the name that they know the service by, or is in the HTTP of old that nginx passes on by default.
 */
function isLocal({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const { headers, httpVersion, socket } = raw;
  return (
    httpVersion !== '1.0' &&
    isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, '')) &&
    OF_PROXIES.every((name) => headers[name] === undefined) &&
    isLoopbackName(parseHost(headers.host ?? '')?.name ?? '')
  );
}

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
