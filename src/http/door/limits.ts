import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { CALLER_HEADER, CHALLENGE_HEADER, callerOf, isSame } from '../../connect/proof.js';
import { isLoopback, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';
import { type Soon, whenThere } from '../../domain/soon.js';
import { browserCookie, isFromOwnPage } from './browserCookie.js';
import { addressOf, type Left, minuteCounts } from './minuteCounts.js';

/** The holder of a credential that is right and that anybody could make: it counts by address, as without one. */
export const OF_NOBODY = 'nobody';

/** Who holds the credentials of a request; undefined where it has none, a wrong one, or its route does not look at them. */
export type HolderOf = (request: FastifyRequest) => Soon<string | undefined>;

/**
 * What a caller may do in a minute, in fixed windows. `secret` is that of `service.json`, and `holderOf` looks up who holds the
 * credentials of a request.
 */
export function callerLimits(
  config: Pick<Config, 'rateLimit' | 'knownRateLimit' | 'credentialLimit'>,
  { secret, holderOf }: { readonly secret: string | undefined; readonly holderOf: HolderOf },
) {
  const unknown = limitOf(config.rateLimit, 'VAULT_RATE_LIMIT');
  const known = limitOf(config.knownRateLimit, 'VAULT_KNOWN_RATE_LIMIT');
  const { credentialLimit: mostGuesses } = config;
  const [guesses, grantGuesses] = [minuteCounts(mostGuesses), minuteCounts(mostGuesses)];
  // Apart: behind one address may be applications of many people, and none of them may keep the others from logging in.
  const guessesOf = (request: FastifyRequest) =>
    OF_GRANTS.includes(request.routeOptions.url ?? '') ? grantGuesses : guesses;
  const proven = provenCredentials();

  const hasToWait = (request: FastifyRequest) =>
    mostGuesses > 0 &&
    guessesOf(request).read(addressOf(request)).remaining === 0 &&
    proven.holderOf(request) === undefined;

  const lookUp = (request: FastifyRequest) =>
    whenThere(holderOf(request), (holder) => {
      if (holder !== undefined) foundRight(request, holder);
      return holder;
    });

  /** Without another look at what was right not long ago, and without any where all have to wait. */
  const knownAs = (request: FastifyRequest): ReturnType<HolderOf> => {
    if (!hasCredentialHeader(request)) return browserCookie(request) ? lookUp(request) : undefined;
    return proven.holderOf(request) ?? (hasToWait(request) ? undefined : lookUp(request));
  };

  const count = (request: FastifyRequest, reply: FastifyReply, holder: string | undefined) => {
    const isKnown = holder !== undefined && holder !== OF_NOBODY;
    const limit = isKnown ? known : unknown;
    if (!limit) return;
    const left = limit.counts.add(isKnown ? holder : addressOf(request));
    sendLimits(reply, limit, left);
    if (left.isOver) refuse(reply, limit, left);
  };

  const refuseGuess = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!carriesCredential(request) || !hasToWait(request)) return;
    const { seconds } = guessesOf(request).read(addressOf(request));
    reply.header('retry-after', seconds);
    throw new Rejection(
      'rate_limited',
      `more than ${mostGuesses} wrong credentials in a minute: try again in ${seconds} s`,
    );
  };

  return {
    /**
     * Limits requests. All of them count except preflights, also those for unknown routes and with bad input. Whoever the service
     * does not know counts by address, on this machine, too. It knows the programs that have read its `secret`, the page that it
     * has given to a browser on this machine, and every holder of a valid credential: these have a limit of their own each.
     */
    countRequest(request: FastifyRequest, reply: FastifyReply): Soon<void> {
      const holder = withoutCredential(request, secret) ?? knownAs(request);
      return whenThere(holder, (found) => count(request, reply, found));
    },
    /**
     * Limits guesses: after so many wrong credentials from one address, all credentials from it are refused until the next
     * minute, right or wrong; with a limit of 0, never. Credentials that were right before are still accepted, so that a client
     * with a stale token cannot lock out others behind the same address. Requests without a credential are not limited, nor are
     * those with a cookie only: nobody guesses 32 random bytes, and a page whose login has ended may ask for a dozen things at once.
     */
    refuseGuess,
    /** Before an answer is sent: learns whether a credential was right. */
    learn(request: FastifyRequest, reply: FastifyReply): void {
      // A preflight, which says nothing of its caller, is not counted and gets the headers only.
      if (request.method === 'OPTIONS') {
        if (unknown) sendLimits(reply, unknown, unknown.counts.read(addressOf(request)));
        return;
      }
      if (!looks.has(request) || !carriesCredential(request)) return;
      const holder = looks.get(request);
      proven.learn(request, holder);
      if (holder === undefined) guessesOf(request).add(addressOf(request));
    },
  };
}

type Limit = NonNullable<ReturnType<typeof limitOf>>;

/** Requests in a minute, and the setting that says how many. Undefined where there is no limit. */
function limitOf(perMinute: number, setting: string) {
  return perMinute === 0 ? undefined : { perMinute, setting, counts: minuteCounts(perMinute) };
}

function sendLimits(reply: FastifyReply, { perMinute }: Limit, { remaining, seconds }: Left): void {
  reply.headers({
    'ratelimit-limit': perMinute,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': seconds,
    'x-ratelimit-limit': perMinute,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': seconds,
  });
}

function refuse(reply: FastifyReply, { perMinute, setting }: Limit, { seconds }: Left): never {
  reply.header('retry-after', seconds);
  throw new Rejection(
    'rate_limited',
    `more than ${perMinute} requests in a minute: try again in ${seconds} s (${setting} sets another limit)`,
  );
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

/** What a look at the credentials of a request has found: their holder, or undefined for wrong ones. */
const looks = new WeakMap<Looked, string | undefined>();

type Looked = Pick<FastifyRequest, 'headers'>;

/** Notes that the credentials of a request were looked at, and are right: those of `holder`. */
export function foundRight(request: FastifyRequest, holder: string): void {
  looks.set(request, holder);
}

/** Notes that a request was refused for a credential that was looked at: it counts as a guess. */
export function foundWrong(request: Looked): void {
  looks.set(request, undefined);
}

/** Beyond that the one that was right the longest ago has to prove itself again. */
const MOST = 10_000;

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
    /** Learns what a look at the credentials of a request has found. */
    learn(request: FastifyRequest, holder: string | undefined): void {
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
const isProvable = (request: FastifyRequest): boolean =>
  request.headers['x-hive-key'] === undefined && !hasCredentialInBody(request);

const HEADERS = ['x-admin-key', 'x-session-token', 'x-hive-key', 'authorization'];

const hasCredentialHeader = ({ headers }: FastifyRequest): boolean =>
  HEADERS.some((name) => headers[name] !== undefined);

const carriesCredential = (request: FastifyRequest): boolean =>
  hasCredentialInBody(request) || hasCredentialHeader(request);

/** These take what an application has in their body: a code, or a token. */
const OF_GRANTS = ['/oauth/token', '/oauth/revoke'];

/** These take a credential in their body: beside those, an invite, or what a browser logs in with. */
const ROUTES = ['/auth/redeem', '/auth/browser', ...OF_GRANTS];

const hasCredentialInBody = ({ method, routeOptions: { url } }: FastifyRequest): boolean =>
  method === 'POST' && url !== undefined && ROUTES.includes(url);
