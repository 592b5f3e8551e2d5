import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config/config.js';
import { sendProblem } from './answers/problem.js';
import { answerInTurn } from './connection/answersInTurn.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
} from './connection/connectionLimits.js';
import { CAPACITY, type Capacity, type Idle } from './connection/load.js';
import { malformedHttp } from './connection/malformedHttp.js';
import type { HolderOf } from './door/limits.js';
import { requestRules } from './door/requestRules.js';
import type { History } from './metrics/history.js';
import { parseQuery, routedUrl } from './request/url.js';

/** Options of a server. The service itself sets only `logger`; tests set the others. */
export interface ServerOptions {
  /** Where the service logs; by default a logger of its own. */
  readonly logger?: FastifyBaseLogger | undefined;
  /** Receives the log lines of that; by default stdout. */
  readonly logStream?: { write(line: string): void } | undefined;
  readonly connections?: ConnectionLimits;
  readonly capacity?: Capacity;
  /** Which start of the service this is, for `GET /healthz`. */
  readonly instance?: string;
  /** Of its `service.json`: by it, the service and the programs of its user know each other. */
  readonly secret?: string;
  /** Who holds the credentials of a request; by default nobody does. */
  readonly holderOf?: HolderOf;
  /** What to do when nobody calls; by default nothing. */
  readonly idle?: Idle | undefined;
  /** What is counted over the last hour; by default all that this server answers. */
  readonly history?: History;
}

/** Routes parse with zod (`answer.ts`), so the framework's own compilers, about a hundred modules, are not loaded. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/**
 * Listeners for one event of an answer, above which Node warns of a leak. What limits connections, counts requests or sends
 * a stream waits for the end of each answer; with an event stream these are more than the 10 that Node expects.
 */
const MOST_LISTENERS = 20;

/** A server with the rules for every request (`requestRules`) and without routes. */
export function bareServer(
  config: Config,
  {
    logger,
    logStream,
    connections = CONNECTION_LIMITS,
    capacity = CAPACITY,
    instance,
    secret,
    holderOf = () => undefined,
  }: ServerOptions = {},
): FastifyInstance {
  const server = Fastify({
    ...(logger
      ? { loggerInstance: logger }
      : { logger: { level: config.logLevel, ...(logStream && { stream: logStream }) } }),
    // The framework would log whole URLs, and a URL may contain search words.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    clientErrorHandler: malformedHttp(config.corsOrigin, connections.linger),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    // The schemas limit the length of parameters, and Node limits the head of a request.
    routerOptions: { maxParamLength: 100_000, querystringParser: parseQuery },
    schemaController: { compilersFactory: NO_COMPILERS },
    // One server: Fastify's own would have a second one for the other address of `localhost`, without any of these limits.
    serverFactory(answer) {
      // `refuseForeignHost` refuses a missing Host, with a problem body like all other errors.
      const http = createServer({ ...connections, requireHostHeader: false });
      http.on('request', (_request, response) => response.setMaxListeners(MOST_LISTENERS));
      answerInTurn(http, answer, connections);
      return http;
    },
    // Requests on open connections are still answered while the service stops.
    return503OnClosing: false,
  });
  limitConnections(server, connections, config.trustProxy ?? []);

  // Before `requestRules`, which add the first route: a route keeps the error handler of that time.
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  requestRules(server, config, capacity, { instance, secret, holderOf });
  return server;
}

function refuseSchema(): never {
  throw new Error('a route has a schema that nothing compiles');
}

const SANE = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id` if it has 1 to 128 harmless characters, otherwise a new UUID. */
function requestId(request: IncomingMessage): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE.test(id) ? id : randomUUID();
}
