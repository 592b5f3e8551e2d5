import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { problem } from '../answers/problem.js';

/** A handler for connections whose data could not be parsed as an HTTP request. */
export function malformedHttp(
  corsOrigin: string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Complete earlier requests are answered first; otherwise the client would take this answer for theirs.
    const earlier = [...(open.get(socket) ?? [])].findLast(({ req }) => req.complete);
    if (earlier) earlier.once('close', () => socket.destroySoon());
    else socket.end(refusal(error.code === 'HPE_HEADER_OVERFLOW', corsOrigin));
  };
}

/** The pending answers of each connection. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Keeps track of the pending answers of each connection, for `malformedHttp`. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
}

/**
 * Refuses chunked bodies in HTTP/1.0, which has none: a proxy and this service could see different ends of the request,
 * which allows request smuggling (RFC 9112, section 6.1).
 */
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
