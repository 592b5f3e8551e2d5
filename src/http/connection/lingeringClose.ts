import type { Socket } from 'node:net';

/**
 * From here on, what arrives is read and dropped, and nothing in it is taken for a request. It has to be read: a
 * connection that is closed while bytes wait in the kernel is reset, and a reset can cost the client its answer.
 */
export function dropInput(socket: Socket): void {
  // A listener of its own takes the bytes away from the HTTP parser, which reads them past the stream.
  socket.removeAllListeners('data').on('data', () => {});
  socket.resume();
}

/**
 * Ends a connection after what was written to it: when the client has closed its side, or after `linger`
 * milliseconds. Node alone would wait for the client for ever.
 */
export function closeAfterLinger(socket: Socket, linger: number): void {
  dropInput(socket);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.once('close', () => clearTimeout(timer));
}
