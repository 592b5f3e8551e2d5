import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { CHALLENGE_HEADER, PROOF_HEADER, proofOf } from '../../connect/proof.js';
import { INSTANCE_HEADER } from '../../connect/serviceFile.js';
import { type Host, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';
import { thenDone, whenThere } from '../../domain/soon.js';
import { type Capacity, overloadRule } from '../connection/load.js';
import { refuseFaultyFraming } from '../connection/malformedHttp.js';
import { callerLimits } from './limits.js';

/** Which start of the service this is, for `GET /healthz`, and what its callers are known by. */
type Itself = Parameters<typeof callerLimits>[1] & { readonly instance: string | undefined };

/**
 * Adds the rules for every request, in this order. Headers come first, so that refused requests get them, too. They are one hook,
 * which only waits where it has to look up a credential: each hook costs more than most rules, and so does a promise.
 */
export function requestRules(
  server: FastifyInstance,
  config: Config,
  capacity: Capacity,
  itself: Itself,
): void {
  const limits = callerLimits(config, itself);
  const refuseOverload = overloadRule(server, capacity);
  const ofMost = { ...SECURITY_HEADERS, ...corsHeaders(config.corsOrigin) };
  const ofApplications = { ...SECURITY_HEADERS, ...corsHeaders('*') };
  const headersOf = (request: FastifyRequest) => {
    if (isForAnyOrigin(request)) return ofApplications;
    // No script asks there: a browser goes there (RFC 9700, section 2.6).
    return pathOf(request) === '/oauth/authorize' ? SECURITY_HEADERS : ofMost;
  };
  const refuseStrange = (request: FastifyRequest) => {
    refuseFaultyFraming(request);
    refuseForeignHost(request, config.allowedHosts);
  };
  const admit = (request: FastifyRequest, reply: FastifyReply) => {
    refuseStrange(request);
    refuseForeignOrigin(request, config.corsOrigin);
    refuseQueryCredentials(request);
    refuseOverload(request, reply);
    limits.refuseGuess(request, reply);
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (request.routeOptions.url === '/healthz') introduce(itself, request, reply);
    reply.headers(headersOf(request));
    if (request.method === 'OPTIONS') {
      refuseStrange(request);
      answerPreflight(request, reply);
      return;
    }
    thenDone(
      whenThere(limits.countRequest(request, reply), () => admit(request, reply)),
      done,
    );
  });
  // Any path has a preflight, of which the metrics have a name.
  server.options('*', answerPreflight);
  // Again after the body has arrived, because other requests may have failed since the head.
  server.addHook('preHandler', (request, reply, done) => {
    limits.refuseGuess(request, reply);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    limits.learn(request, reply);
    done();
  });
}

/** Says which service this is, and proves it to those who know its secret. */
function introduce({ instance, secret }: Itself, { headers }: FastifyRequest, reply: FastifyReply) {
  if (instance !== undefined) reply.header(INSTANCE_HEADER, instance);
  const challenge = headers[CHALLENGE_HEADER];
  if (secret !== undefined && challenge !== undefined)
    reply.header(PROOF_HEADER, proofOf(secret, String(challenge)));
}

/**
 * Headers that tell browsers to treat all answers as data: not to run, frame, sniff or cache them. They are those of helmet,
 * without HSTS, because only the proxy in front knows whether the connection is encrypted. `same-origin` concerns only loads
 * without CORS, so pages of the allowed origin still work.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'cache-control': 'no-store',
} as const;

/** What applications in browsers need, wherever these come from; none of it looks at a cookie or gives data of the vault. */
const FOR_ANY_ORIGIN = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/oauth/token',
  '/oauth/revoke',
];

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const isForAnyOrigin = (request: FastifyRequest): boolean =>
  FOR_ANY_ORIGIN.includes(pathOf(request));

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const EXPOSED =
  'Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Hive, X-Log-Position, X-RateLimit-Limit, ' +
  'X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Search, X-Search-Hint, ' +
  'X-Total-Count, WWW-Authenticate';

/** The headers of every answer by which browsers let pages of one origin read it, and pages of no other; without one, none. */
function corsHeaders(origin: string | undefined) {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/** Answers a preflight: pages of the allowed origin may send any header, in all methods that there are. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) reply.header('access-control-allow-headers', asked);
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('vary', 'Access-Control-Request-Headers')
    .header('content-length', '0')
    .send();
}

/** The right header for a credential, by the names that callers may use in a query string. */
const HEADER_FOR = new Map(
  Object.entries({
    admin_key: 'X-Admin-Key',
    x_admin_key: 'X-Admin-Key',
    session_token: 'X-Session-Token',
    x_session_token: 'X-Session-Token',
    access_token: 'Authorization',
    authorization: 'Authorization',
    bearer: 'Authorization',
    bearer_token: 'Authorization',
    hive_key: 'X-Hive-Key',
    x_hive_key: 'X-Hive-Key',
    api_key: 'X-Session-Token or X-Admin-Key',
    apikey: 'X-Session-Token or X-Admin-Key',
    token: 'X-Session-Token',
  }),
);

/** Refuses credentials in the query string, because proxies log it and browsers keep it in their history. */
function refuseQueryCredentials({ query }: FastifyRequest): void {
  // The cast is safe: any query string parses to an object.
  for (const name of Object.keys(query as object)) {
    const header = HEADER_FOR.get(name.toLowerCase().replaceAll('-', '_'));
    if (header === undefined) continue;
    throw new Rejection(
      'invalid_parameter',
      `${name}: the query string must not hold credentials: send it as the ${header} header. Replace it first: proxies may have logged it`,
    );
  }
}

/**
 * Refuses requests whose Host is no name of this service. With DNS rebinding, an attacker's page can point its own name
 * here and then has the same origin as the service; only its Host header differs.
 */
function refuseForeignHost(request: FastifyRequest, allowed: readonly Host[]): void {
  const text = onlyHost(request.raw.rawHeaders);
  const host = text === undefined ? undefined : parseHost(text);
  if (!host) throw new Rejection('forbidden_host', 'Host: must be exactly one host name');
  if (!isLoopbackName(host.name) && !allowed.some((one) => names(one, host))) {
    throw new Rejection(
      'forbidden_host',
      `Host: this service does not answer to ${host.name}: add the name to VAULT_ALLOWED_HOSTS`,
    );
  }
  const authority = authorityOf(request.originalUrl);
  if (authority !== undefined && authority !== text?.toLowerCase()) {
    throw new Rejection('forbidden_host', 'Host: must be the host in the request line');
  }
}

/** The only Host header; undefined for none or several. Node itself would keep the first of several. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[i + 1];
  }
  return host;
}

function names(allowed: Host, { name, port }: Host): boolean {
  return allowed.name === name && (allowed.port === undefined || allowed.port === port);
}

/** The host in a request line in absolute form (RFC 9112, section 3.2.2). */
function authorityOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase();
}

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses changes by pages of other origins. CORS alone would keep such a page from reading the answer, but not from
 * sending the request. Programs that are no browsers send neither of the two headers.
 */
function refuseForeignOrigin(request: FastifyRequest, corsOrigin: string | undefined): void {
  const { method, headers } = request;
  if (CHANGES_NOTHING.includes(method) || isForAnyOrigin(request)) return;
  const { origin, host } = headers;
  const ours = () => [corsOrigin, `http://${host}`, `https://${host}`];
  if (origin === undefined ? isOurSite(headers['sec-fetch-site']) : ours().includes(origin)) return;
  throw new Rejection(
    'forbidden_origin',
    'web pages of this origin may not change this vault: VAULT_CORS_ORIGIN names the origin that may',
  );
}

/**
 * Refuses to give data to pages of other origins. They could not read the answer, but its time and size say something, and a
 * link may lead to an export. Where a browser says nothing of itself, as over plain HTTP elsewhere, it sends what it always sent.
 */
export function refuseForeignReading(
  { headers }: FastifyRequest,
  corsOrigin: string | undefined,
): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (isOurSite(site) || (corsOrigin !== undefined && origin === corsOrigin)) return;
  throw new Rejection(
    'forbidden_origin',
    'web pages of this origin get no data of this vault: type the address, or open the page of the vault. VAULT_CORS_ORIGIN names the origin that gets data',
  );
}

/** `same-site` is not enough: every port of localhost is the same site (W3C Fetch Metadata). */
function isOurSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
