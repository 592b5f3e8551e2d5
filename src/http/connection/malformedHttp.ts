import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { problem } from '../answers/problem.js';

/** Gives what answers a connection on which something came that never became a request. */
export function malformedHttp(
  corsOrigin: string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Who came whole before it is answered first, or would take this answer for its own.
    const earlier = [...(open.get(socket) ?? [])].findLast(({ req }) => req.complete);
    if (earlier) earlier.once('close', () => socket.destroySoon());
    else socket.end(refusal(error.code === 'HPE_HEADER_OVERFLOW', corsOrigin));
  };
}

/** The answers that each connection still waits for. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Keeps account of which answers a connection still waits for. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
}

/** HTTP/1.0 knows no chunks: who sends them tells two readers of two ends (RFC 9112, section 6.1). */
export function refuseFaultyFraming({ raw }: FastifyRequest): void {
  if (raw.httpVersionMinor > 0 || raw.headers['transfer-encoding'] === undefined) return;
  throw new Rejection('invalid_payload', 'Transfer-Encoding: is not allowed in HTTP/1.0');
}

function refusal(isTooLarge: boolean, corsOrigin: string): string {
  const id = randomUUID();
  const refused = isTooLarge
    ? problem('payload_too_large', 'the head of the request is too large', id)
    : problem('invalid_payload', 'the request is not valid HTTP, or did not arrive in time', id);
  const body = JSON.stringify(refused);
  const head = [
    `HTTP/1.1 ${refused.status} ${refused.title}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Access-Control-Allow-Origin: ${corsOrigin}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
