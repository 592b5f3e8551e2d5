import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { CALLER_HEADER, CHALLENGE_HEADER, callerOf, isSame } from '../../connect/proof.js';
import { isLoopback, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';
import { isFromOwnPage } from './browserCookie.js';
import type { HolderOf } from './credentialLimit.js';
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
