import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { problem } from '../answers/problem.js';
import { closeAfterLinger, dropInput, pendingAnswers } from './answersInTurn.js';

/**
 * A handler for connections whose data could not be parsed as an HTTP request, or did not arrive in time. It answers and
 * closes; a client that does not close its side is cut off after `linger` milliseconds.
 */
export function malformedHttp(
  corsOrigin: string | undefined,
  linger: number,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    // An earlier answer is its last one.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    dropInput(socket);
    // Complete earlier requests are answered first; otherwise the client would take this answer for theirs.
    const earlier = pendingAnswers(socket).findLast(({ req }) => req.complete);
    if (earlier) {
      earlier.once('close', () => closeAfterLinger(socket, linger));
      return;
    }
    socket.write(refusal(error.code === 'HPE_HEADER_OVERFLOW', corsOrigin));
    closeAfterLinger(socket, linger);
  };
}

/**
 * Refuses chunked bodies in HTTP/1.0, which has none: a proxy and this service could see different ends of the request,
 * which allows request smuggling (RFC 9112, section 6.1).
 */
export function refuseFaultyFraming({ raw }: FastifyRequest): void {
  if (raw.httpVersionMinor > 0 || raw.headers['transfer-encoding'] === undefined) return;
  throw new Rejection('invalid_payload', 'Transfer-Encoding: is not allowed in HTTP/1.0');
}

function refusal(isTooLarge: boolean, corsOrigin: string | undefined): string {
  const id = randomUUID();
  const refused = isTooLarge
    ? problem('payload_too_large', 'the head of the request is too large', id)
    : problem('invalid_payload', 'the request is not valid HTTP, or did not arrive in time', id);
  const body = JSON.stringify(refused);
  const head = [
    `HTTP/1.1 ${refused.status} ${refused.title}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(corsOrigin === undefined ? [] : [`Access-Control-Allow-Origin: ${corsOrigin}`]),
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
