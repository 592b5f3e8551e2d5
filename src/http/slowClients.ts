import type { Server } from 'node:http';

/** What a client must keep to while we wait for it to send, or to take what we send. */
export interface Pace {
  /** Bytes per second. */
  readonly slowest: number;
  /** Milliseconds of waiting before it counts. */
  readonly grace: number;
  /** Milliseconds from look to look. */
  readonly interval: number;
}

/**
 * Ends connections whose client keeps us waiting: one that sends its body or takes its answer slower than
 * `pace`. While we are the ones who take long, nothing is asked of it.
 */
export function cutSlowClients(server: Server, { slowest, grace, interval }: Pace): void {
  server.on('request', (request, response) => {
    const { socket } = request;
    // What the kernel has taken counts as sent: what waits here does not.
    const moved = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
    const before = moved();
    let waited = 0;
    const timer = setInterval(() => {
      if (request.complete && response.closed) return clearInterval(timer);
      // Bytes that have arrived and are not read yet wait for us.
      const forBody = !request.complete && request.readableLength === 0;
      if (!forBody && socket.writableLength === 0) return;
      waited += interval;
      const least = ((waited - grace) / 1000) * slowest;
      if (moved() - before < least) socket.destroy();
    }, interval).unref();
    response.once('close', () => {
      if (request.complete || socket.destroyed) clearInterval(timer);
    });
  });
}
