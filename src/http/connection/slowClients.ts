import type { Server } from 'node:http';

/** What a client must keep to while we wait for it to send, or to take what we send. */
export interface Pace {
  /** Bytes per second. */
  readonly slowest: number;
  /** Milliseconds of waiting that a client may be behind the pace, at any time. */
  readonly grace: number;
  /** Milliseconds from look to look. */
  readonly interval: number;
}

/**
 * Ends connections whose client keeps us waiting: one that sends its body or takes its answer slower than
 * `pace`. What it moved at first is no credit for later: buffers take megabytes for a client that reads nothing.
 * While we are the ones who take long, nothing is asked of it.
 */
export function cutSlowClients(server: Server, { slowest, grace, interval }: Pace): void {
  const most = (grace / 1000) * slowest;
  const due = (interval / 1000) * slowest;
  server.on('request', (request, response) => {
    const { socket } = request;
    // What the kernel has taken counts as sent: what waits here does not.
    const moved = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
    let before = moved();
    /** Bytes that it may still fall behind. */
    let slack = most;
    const timer = setInterval(() => {
      if (request.complete && response.closed) return clearInterval(timer);
      // Bytes that have arrived and are not read yet wait for us.
      const forBody = !request.complete && request.readableLength === 0;
      if (!forBody && socket.writableLength === 0) return;
      const now = moved();
      slack = Math.min(most, slack + now - before - due);
      before = now;
      if (slack < 0) socket.destroy();
    }, interval).unref();
    response.once('close', () => {
      if (request.complete || socket.destroyed) clearInterval(timer);
    });
  });
}
