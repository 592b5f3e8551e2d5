import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App } from '../app.js';
import { Rejection } from '../domain/rejection.js';
import { allowedMethods } from './allowedMethods.js';
import { acceptJson, acceptNdjson } from './bodies.js';
import { answerMalformed } from './malformedHttp.js';
import { metrics } from './metrics.js';
import { mount } from './mount.js';
import { isDecodable, routedUrl } from './prefix.js';
import { rateLimit } from './rateLimit.js';
import { requestId } from './requestIds.js';
import { allRoutes } from './routes/allRoutes.js';
import { sendProblem } from './sendProblem.js';

const EXPOSED = [
  'Link',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Hive',
  'X-Log-Position',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Search',
];

/** The HTTP door of an app, ready to listen or to be injected into. Logs go to `logStream`, or stdout. */
export async function buildServer(
  app: App,
  logStream?: { write(line: string): void },
): Promise<FastifyInstance> {
  const { config } = app;
  const measured = metrics(app);
  const routes = allRoutes(measured);
  const server = Fastify({
    logger: { level: config.logLevel, ...(logStream && { stream: logStream }) },
    // The framework's own lines hold whole URLs, and a URL may hold what was searched for.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, config.corsOrigin),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    // How long a name may be is for the schemas to say; Node bounds the head of a request anyway.
    routerOptions: { maxParamLength: 100_000 },
  });

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  await server.register(cors, {
    origin: config.corsOrigin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    strictPreflight: false,
  });
  await rateLimit(server, config.rateLimit);
  // Here rather than in the 404 handler, which only runs once a body has been read.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(allowed, request, reply);
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const seconds = reply.elapsedTime / 1000;
    measured.countRequest(request.method, route, reply.statusCode, seconds);
    request.log.debug({ method: request.method, route, status: reply.statusCode, seconds });
  });
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));

  acceptJson(server);
  const allowed = allowedMethods(routes);
  for (const route of routes.filter(({ ndjson }) => !ndjson)) mount(server, app, route);
  await server.register(async (scope) => {
    acceptNdjson(scope);
    for (const route of routes.filter(({ ndjson }) => ndjson)) mount(scope, app, route);
  });
  await server.ready();
  return server;
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
