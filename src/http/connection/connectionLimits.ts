import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { trackResponses } from './malformedHttp.js';
import { cutSlowClients, type Pace } from './slowClients.js';

/** How long a connection may take for what, in milliseconds, and how much of it there may be. */
export interface ConnectionLimits {
  /** From the first byte, or the connection, to the end of the head. */
  readonly headersTimeout: number;
  /** To the end of the body, whatever its pace. */
  readonly requestTimeout: number;
  /** From an answer to the next request. Proxies commonly wait for 60 s, and must be the first to hang up. */
  readonly keepAliveTimeout: number;
  /** How often the ones above are looked at. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of a head, URL included. */
  readonly maxHeaderSize: number;
  /** Connections at a time; more are closed unanswered. */
  readonly maxConnections: number;
  readonly pace: Pace;
}

/** At the slowest pace 64 MiB take 34 minutes. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60 * 60_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1000,
  pace: { slowest: 32 * 1024, grace: 20_000, interval: 5000 },
};

/** Holds the connections of a server to their limits. */
export function limitConnections(server: FastifyInstance, limits: ConnectionLimits): void {
  const { server: http } = server;
  http.maxConnections = limits.maxConnections;
  cutSlowClients(http, limits.pace);
  trackResponses(http);
  hangUpWhenClosing(server);
  // Whatever else a caller expects, it gets the answer (RFC 9110, section 10.1.1).
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
}

/** How often it is seen, while closing, which connections have nothing to wait for any more, in milliseconds. */
const LOOK_MS = 100;

/** Once the service is closing, a connection ends with the answer that it waits for, or at once. */
function hangUpWhenClosing(server: FastifyInstance): void {
  let closing = false;
  const closeSilent = silentConnections(server.server);
  server.addHook('preClose', async () => {
    closing = true;
    if (!server.server.listening) return;
    const timer = setInterval(() => {
      server.server.closeIdleConnections();
      closeSilent();
    }, LOOK_MS);
    server.server.once('close', () => clearInterval(timer));
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Gives what closes the connections on which nothing has come yet: Node takes them for busy. */
function silentConnections(http: Server): () => void {
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
