import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../door/minuteCounts.js';
import { type Pipelining, pendingAnswers, trackAnswers } from './answersInTurn.js';

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
  const { server: http } = server;
  let closing = false;
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', async () => {
    closing = true;
    if (!http.listening) return;
    const timer = setInterval(() => {
      http.closeIdleConnections();
      // Node does not count a connection without any data so far as idle.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, POLL_INTERVAL_MS);
    http.once('close', () => clearInterval(timer));
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/** How many connections may be open at a time. */
interface ConnectionBounds {
  readonly maxConnections: number;
  /** From one address that stands for one client. An IPv6 address counts as its /64. */
  readonly maxPerAddress: number;
}

/**
 * Bounds the connections of a server. A new one over a bound takes the place of the one that has been waited for longest:
 * without a request, or within one whose client owes bytes. Those that were never answered well go first, so that a
 * client which does nothing but connect cannot displace one that has used its connection. Connections for which the
 * service is at work are never closed for others; if there are only such, the new one is closed.
 *
 * The bound per address does not concern addresses that many clients share: `127.0.0.1`, `::1` and the `proxies`.
 */
export function boundConnections(
  server: Server,
  { maxConnections, maxPerAddress }: ConnectionBounds,
  proxies: readonly string[],
): void {
  const isShared = sharedAddresses(proxies);
  /** Both in the order in which their clients have been waited for, longest first. */
  const unanswered = new Set<Socket>();
  const answered = new Set<Socket>();
  const addresses = new Map<Socket, string>();
  const counts = new Map<string, number>();

  function longestAwaited(newcomer: Socket, isMeant: (socket: Socket) => boolean): Socket {
    for (const sockets of [unanswered, answered]) {
      for (const isAwaited of [isIdle, isOwing]) {
        for (const socket of sockets) {
          if (socket !== newcomer && isAwaited(socket) && isMeant(socket)) return socket;
        }
      }
    }
    return newcomer;
  }

  function forget(socket: Socket): void {
    const address = addresses.get(socket);
    if (address === undefined) return;
    unanswered.delete(socket);
    answered.delete(socket);
    addresses.delete(socket);
    const left = (counts.get(address) ?? 0) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  }

  /** Its place is free at once, and not only when the event of its end arrives. */
  function close(socket: Socket): void {
    forget(socket);
    socket.destroy();
  }

  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const address = clientAddress(remoteAddress);
    unanswered.add(socket);
    addresses.set(socket, address);
    counts.set(address, (counts.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
    if ((counts.get(address) ?? 0) > maxPerAddress && !isShared(remoteAddress)) {
      close(longestAwaited(socket, (other) => addresses.get(other) === address));
    }
    if (addresses.size > maxConnections) close(longestAwaited(socket, () => true));
  });
  server.on('request', ({ socket }, response) => {
    response.on('close', () => {
      if (!addresses.has(socket)) return;
      const isKnown = answered.has(socket) || response.statusCode < 400;
      unanswered.delete(socket);
      answered.delete(socket);
      (isKnown ? answered : unanswered).add(socket);
    });
  });
}

const isIdle = (socket: Socket) => pendingAnswers(socket).length === 0;
const isOwing = (socket: Socket) =>
  pendingAnswers(socket).every(({ req }) => owesBytes(req, socket));

function sharedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const shared = new BlockList();
  shared.addAddress('127.0.0.1');
  shared.addAddress('::1', 'ipv6');
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = familyOf(address);
    if (bits === undefined) shared.addAddress(address, family);
    else shared.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== '' && shared.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** The minimum pace of a client that sends a body or receives an answer. */
interface Pace {
  /** Bytes per second. */
  readonly slowest: number;
  /** Longest time that a client may fall behind the pace, in milliseconds. */
  readonly grace: number;
  /** Interval between checks, in milliseconds. */
  readonly interval: number;
}

/**
 * True while a client owes bytes: those of its request, or the reading of what was answered. `socket` is its connection: a
 * request that was answered before it was read forgets it.
 */
function owesBytes(request: IncomingMessage, socket: Socket): boolean {
  // When received bytes are not read yet, the client waits for the service.
  const forBody = !request.complete && request.readableLength === 0;
  return forBody || socket.writableLength > 0;
}

/**
 * Ends connections whose client sends its body or receives its answer slower than `pace`. A fast start gives no credit for
 * later, because buffers take megabytes even when the client reads nothing. Time in which the service itself is slow does
 * not count.
 */
export function cutSlowClients(server: Server, { slowest, grace, interval }: Pace): void {
  const maxSlack = (grace / 1000) * slowest;
  const due = (interval / 1000) * slowest;
  server.on('request', (request, response) => {
    const { socket } = request;
    // Bytes that the kernel has accepted count as sent, those in the socket's own buffer do not.
    const moved = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
    let before = moved();
    /** Number of bytes that the client may still fall behind. */
    let slack = maxSlack;
    const timer = setInterval(() => {
      // An answer that waits behind others on its connection never closes when that does.
      if (socket.destroyed || (request.complete && response.closed)) return clearInterval(timer);
      if (!owesBytes(request, socket)) return;
      const now = moved();
      slack = Math.min(maxSlack, slack + now - before - due);
      before = now;
      if (slack < 0) socket.destroy();
    }, interval).unref();
    response.on('close', () => {
      if (request.complete || socket.destroyed) clearInterval(timer);
    });
  });
}
