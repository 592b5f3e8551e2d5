import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { problem } from './problem.js';

/**
 * Answers what never became a request: a head that is too large, or bytes that are no HTTP. It has the
 * shape of every other refusal, and the connection ends with it.
 */
export function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  corsOrigin: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? problem('payload_too_large', 'the head of the request is too large', id)
      : problem('invalid_payload', 'the request is not valid HTTP, or did not arrive in time', id);
  const body = JSON.stringify(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.title}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Access-Control-Allow-Origin: ${corsOrigin}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
