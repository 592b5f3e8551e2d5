import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The minimum pace of a client that sends a body or receives an answer. */
export interface Pace {
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
export function owesBytes(request: IncomingMessage, socket: Socket): boolean {
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
    response.once('close', () => {
      if (request.complete || socket.destroyed) clearInterval(timer);
    });
  });
}
