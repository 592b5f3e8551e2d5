import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config/config.js';
import { sendProblem } from './answers/problem.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
} from './connection/connectionLimits.js';
import { malformedHttp } from './connection/malformedHttp.js';
import { CAPACITY, type Capacity } from './connection/overload.js';
import { requestId } from './connection/requestIds.js';
import { routedUrl } from './connection/routedUrl.js';
import { requestRules } from './security/requestRules.js';

/** What may be other than in a plain start. */
export interface ServerOptions {
  /** Where log lines go; by default stdout. */
  readonly logStream?: { write(line: string): void } | undefined;
  readonly connections?: ConnectionLimits;
  readonly capacity?: Capacity;
}

/** Routes parse with zod (`mount.ts`). The framework's own compilers, a hundred modules, are not even loaded. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** A server that holds to the rules of the door and has no routes yet. */
export async function bareServer(
  config: Config,
  { logStream, connections = CONNECTION_LIMITS, capacity = CAPACITY }: ServerOptions = {},
): Promise<FastifyInstance> {
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
    schemaController: { compilersFactory: NO_COMPILERS },
    // A Host that is missing is refused like a wrong one, in the shape that errors have.
    http: { ...connections, requireHostHeader: false },
    keepAliveTimeout: connections.keepAliveTimeout,
    requestTimeout: connections.requestTimeout,
    // What comes over a connection that is still open while the service stops is answered as ever.
    return503OnClosing: false,
  });
  limitConnections(server, connections);

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // Before the first route, which those rules bring: a route keeps the handler that it finds.
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  await requestRules(server, config, capacity);
  return server;
}

function refuseSchema(): never {
  throw new Error('a route has a schema that nothing compiles');
}
