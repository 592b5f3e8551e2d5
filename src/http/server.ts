import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, type Parts, partsOf } from '../app/app.js';
import { ANONYMOUS, type Caller } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { thenDone, whenThere } from '../domain/soon.js';
import { answer } from './answer.js';
import { GUIDE_PATHS, mountGuide } from './answers/guide.js';
import { mountPage, pageFiles } from './answers/page.js';
import { bareServer, type ServerOptions } from './bareServer.js';
import { whenIdle } from './connection/load.js';
import { authorize, holderName, holderOf } from './door/authorize.js';
import { hubAccess } from './door/hubAccess.js';
import { foundRight } from './door/limits.js';
import { refuseForeignReading } from './door/requestRules.js';
import { type Metrics, metrics } from './metrics/metrics.js';
import { acceptBatches, acceptFiles, acceptJson, acceptTexts } from './request/bodies.js';
import { isDecodable } from './request/url.js';
import { audienceOf, pathPattern, type Route, routedPath } from './route.js';
import { allRoutes } from './routes/allRoutes.js';
import { challengeOf } from './routes/protectedResource.js';

/** The HTTP server of an app, ready to listen (or, in tests, for `inject`). */
export async function buildServer(app: App, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { config } = app;
  const parts = partsOf(app);
  const measured = metrics(app, options.history);
  const routes = allRoutes(measured, config.auth);
  const audiences = new Map(routes.map((route) => [routedPath(route), audienceOf(route)]));
  const server = bareServer(config, {
    ...options,
    holderOf: (request) => holderOf(parts, audiences.get(request.routeOptions.url ?? ''), request),
  });
  if (options.idle) whenIdle(server, options.idle);
  // In this hook, because the 404 handler would run only after the body was read.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknown(allowed, request, reply);
    done();
  });
  // As late as this, because the credentials are checked twice and whatever refuses them is a 401.
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { statusCode } = reply;
    const isShown = request.headers.authorization !== undefined;
    const isRefused = statusCode === 401 || (statusCode === 403 && isShown);
    if (isRefused && request.routeOptions.url === '/mcp') {
      const wrong = statusCode === 403 ? 'insufficient_scope' : 'invalid_token';
      const challenge = challengeOf(app.config, isShown ? wrong : undefined);
      if (challenge !== undefined) reply.header('www-authenticate', challenge);
    }
    done();
  });
  watch(server, measured);
  // Ends event streams and waits for rebuilds, which would delay the stop.
  server.addHook('preClose', () => app.beginStop());

  acceptJson(server);
  const page = pageFiles();
  mountPage(server, page);
  mountGuide(server);
  const [guide] = GUIDE_PATHS;
  const ofPage = [...page.map(({ path }) => path), guide, `${guide}/{page}` as const].map(
    (path) => ({ method: 'GET' as const, path }),
  );
  const allowed = allowedMethods([...routes, ...ofPage]);
  const isOfHub = (route: Route) => audienceOf(route) === 'hub';
  for (const route of routes.filter(
    (one) => !one.ndjson && !one.file && !one.text && !isOfHub(one),
  )) {
    mount(server, parts, route);
  }
  await server.register(async (scope) => {
    acceptBatches(scope);
    for (const route of routes.filter(({ ndjson }) => ndjson)) mount(scope, parts, route);
  });
  await server.register(async (scope) => {
    acceptFiles(scope);
    for (const route of routes.filter(({ file }) => file)) mount(scope, parts, route);
  });
  await server.register(async (scope) => {
    acceptTexts(scope);
    for (const route of routes.filter(({ text }) => text)) mount(scope, parts, route);
  });
  await server.register(async (scope) => {
    hubAccess(scope, app);
    for (const route of routes.filter(isOfHub)) mount(scope, parts, route);
  });
  await server.ready();
  return server;
}

/** Adds a route to a server: its credentials are checked before a body is read, and it is answered afterwards. */
export function mount(server: FastifyInstance, parts: Parts, route: Route): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.route({
    method: route.method,
    url: routedPath(route),
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // Before the body is read, so that an unauthorized caller cannot take memory.
    onRequest(request, _reply, done) {
      if (audienceOf(route) !== 'public')
        refuseForeignReading(request, parts.vault.config.corsOrigin);
      const caller = whenThere(authorize(parts, route, request), (found) => {
        if (found === ANONYMOUS) return;
        callers.set(request, found);
        foundRight(request, holderName(found));
      });
      thenDone(caller, done);
    },
    handler(request, reply) {
      const known = callers.get(request);
      // Again where there is a body, because it may have taken its time: a login may have ended meanwhile.
      const found = known && route.body ? authorize(parts, route, request) : known;
      const whenOver = (then: () => void) => void finished(reply.raw, then);
      return whenThere(found, (caller = ANONYMOUS) =>
        answer(parts, route, { caller, request, reply, whenOver }),
      );
    },
  });
}

function watch(server: FastifyInstance, measured: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeName(request.routeOptions.url);
    const seconds = reply.elapsedTime / 1000;
    measured.countRequest(request.method, route, reply.statusCode, seconds);
    request.log.debug({ method: request.method, route, status: reply.statusCode, seconds });
    done();
  });
  server.addHook('onListen', async () => measured.history.start());
  server.addHook('onClose', async () => measured.history.stop());
}

/** The name of a route in the metrics. Those of the files of the page change with each release. */
function routeName(url = 'unmatched'): string {
  if (url === GUIDE_PATHS[1]) return '/docs/guide/{page}';
  return url.startsWith('/assets/') ? '/assets/{file}' : url;
}

function refuseUnknown(
  allowed: (path: string) => readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  if (!isDecodable(request.originalUrl)) {
    throw new Rejection('invalid_parameter', 'path: must be valid percent-encoded UTF-8');
  }
  const path = request.url.split('?')[0] ?? '/';
  const methods = allowed(path);
  if (methods.length === 0)
    throw new Rejection('not_found', 'there is no such path: see /openapi.json');
  reply.header('allow', methods.join(', '));
  throw new Rejection(
    'method_not_allowed',
    `${request.method} is not allowed here: use ${methods.join(' or ')}`,
  );
}

/** Returns the allowed methods of a path; none for an unknown path. */
function allowedMethods(
  routes: readonly Pick<Route, 'method' | 'path'>[],
): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: pathPattern(path) }));
  return (path) => {
    // Several routes may take one path: `/sessions/all` is also a `/sessions/{id}`.
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    const methods = new Set<string>(fitting.map(({ method }) => method));
    return methods.has('GET') ? [...methods, 'HEAD'] : [...methods];
  };
}
