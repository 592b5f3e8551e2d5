import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Pipelining } from './answersInTurn.js';
import { boundConnections, type ConnectionBounds } from './connectionBounds.js';
import { trackAnswers } from './pendingAnswers.js';
import { cutSlowClients, type Pace } from './slowClients.js';

/** Limits of connections. Times are in milliseconds. */
export interface ConnectionLimits extends ConnectionBounds, Pipelining {
  /** From the first byte, or the connection, to the end of the head. */
  readonly headersTimeout: number;
  /** To the end of the body, at any pace. */
  readonly requestTimeout: number;
  /** From an answer to the next request. Longer than the usual 60 s of proxies, which must close first. */
  readonly keepAliveTimeout: number;
  /** From the last answer to the end of a connection: after what is not HTTP, came too late, or is too much. */
  readonly linger: number;
  /** Interval between checks of the timeouts, but of `linger`. */
  readonly connectionsCheckingInterval: number;
  /** Largest head in bytes, including the URL. */
  readonly maxHeaderSize: number;
  readonly pace: Pace;
}

/** At the slowest pace, 64 MiB take 34 minutes, which is within `requestTimeout`. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60 * 60_000,
  keepAliveTimeout: 72_000,
  linger: 2000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1000,
  maxPerAddress: 250,
  maxWaiting: 32,
  pace: { slowest: 32 * 1024, grace: 20_000, interval: 5000 },
};

/** Enforces the limits on the connections of a server. `proxies` are the addresses and ranges of its proxies. */
export function limitConnections(
  server: FastifyInstance,
  limits: ConnectionLimits,
  proxies: readonly string[],
): void {
  const { server: http } = server;
  trackAnswers(http);
  boundConnections(http, limits, proxies);
  cutSlowClients(http, limits.pace);
  endConnectionsOnClose(server);
  // An unknown expectation is ignored and the request answered (RFC 9110, section 10.1.1).
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
}

/** Interval between searches for idle connections while the server closes, in milliseconds. */
const POLL_INTERVAL_MS = 100;

/** While the server closes, ends each connection after its pending answer; idle ones at once. */
function endConnectionsOnClose(server: FastifyInstance): void {
  let closing = false;
  const closeSilent = silentConnections(server.server);
  server.addHook('preClose', async () => {
    closing = true;
    if (!server.server.listening) return;
    const timer = setInterval(() => {
      server.server.closeIdleConnections();
      closeSilent();
    }, POLL_INTERVAL_MS);
    server.server.once('close', () => clearInterval(timer));
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/** Returns a function that closes connections without any data so far, which Node does not count as idle. */
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
