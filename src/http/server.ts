import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App } from '../app.js';
import { Rejection } from '../domain/rejection.js';
import { allowedMethods } from './allowedMethods.js';
import { acceptBatches, acceptJson } from './bodies.js';
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connectionLimits.js';
import { doorRules } from './doorRules.js';
import { hubDoor } from './hubDoor.js';
import { malformedHttp } from './malformedHttp.js';
import { type Metrics, metrics } from './metrics.js';
import { mount } from './mount.js';
import { CAPACITY, type Capacity } from './overload.js';
import { isDecodable, routedUrl } from './prefix.js';
import { requestId } from './requestIds.js';
import { accessTo, type Route } from './route.js';
import { allRoutes } from './routes/allRoutes.js';
import { sendProblem } from './sendProblem.js';

/** What may be other than in a plain start. */
export interface ServerOptions {
  /** Where log lines go; by default stdout. */
  readonly logStream?: { write(line: string): void } | undefined;
  readonly connections?: ConnectionLimits;
  readonly capacity?: Capacity;
}

/** The HTTP door of an app, ready to listen or to be injected into. */
export async function buildServer(
  app: App,
  { logStream, connections = CONNECTION_LIMITS, capacity = CAPACITY }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { config } = app;
  const measured = metrics(app);
  const routes = allRoutes(measured, config.auth);
  const server = Fastify({
    logger: { level: config.logLevel, ...(logStream && { stream: logStream }) },
    // The framework's own lines hold whole URLs, and a URL may hold what was searched for.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    clientErrorHandler: malformedHttp(config.corsOrigin),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    // How long a name may be is for the schemas to say; Node bounds the head of a request anyway.
    routerOptions: { maxParamLength: 100_000 },
    // A Host that is missing is refused like a wrong one, in the shape that errors have.
    http: { ...connections, requireHostHeader: false },
    keepAliveTimeout: connections.keepAliveTimeout,
    requestTimeout: connections.requestTimeout,
    // What comes over a connection that is still open while the service stops is answered as ever.
    return503OnClosing: false,
  });
  boundConnections(server, connections);

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // Before the first route, which those rules bring: a route keeps the handler that it finds.
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  await doorRules(server, app, capacity);
  // Here rather than in the 404 handler, which only runs once a body has been read.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(allowed, request, reply);
  });
  watch(server, measured);
  // A stream of events or a wait for a rebuild would hold up the stop.
  server.addHook('preClose', () => app.beginStop());

  acceptJson(server);
  const allowed = allowedMethods(routes);
  const isOfHub = (route: Route) => accessTo(route) === 'hub';
  for (const route of routes.filter((one) => !one.ndjson && !isOfHub(one))) {
    mount(server, app, route);
  }
  await server.register(async (scope) => {
    acceptBatches(scope);
    for (const route of routes.filter(({ ndjson }) => ndjson)) mount(scope, app, route);
  });
  await server.register(async (scope) => {
    hubDoor(scope, config.hiveIngestKey);
    for (const route of routes.filter(isOfHub)) mount(scope, app, route);
  });
  await server.ready();
  return server;
}

function watch(server: FastifyInstance, measured: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const seconds = reply.elapsedTime / 1000;
    measured.countRequest(request.method, route, reply.statusCode, seconds);
    request.log.debug({ method: request.method, route, status: reply.statusCode, seconds });
  });
}

function refuseUnknown(
  allowed: (path: string) => readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  if (!isDecodable(request.originalUrl)) {
    throw new Rejection('invalid_parameter', 'path: is not valid percent-encoded UTF-8');
  }
  const path = request.url.split('?')[0] ?? '/';
  const methods = allowed(path);
  if (methods.length === 0) throw new Rejection('not_found', 'there is no such path');
  reply.header('allow', methods.join(', '));
  throw new Rejection(
    'method_not_allowed',
    `${request.method} is not allowed here: use ${methods.join(' or ')}`,
  );
}
