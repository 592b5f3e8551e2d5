import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { pendingAnswers } from './pendingAnswers.js';
import { owesBytes } from './slowClients.js';

/** How many connections may be open at a time. */
export interface ConnectionBounds {
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
    const address = normalizeIP(remoteAddress);
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
    response.once('close', () => {
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
