import type { FastifyRequest } from 'fastify';
import { isLoopback, isLoopbackName, parseHost } from '../../domain/host.js';

/** What a proxy adds to the requests that it passes on. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * True for a caller on this machine. A proxy on this machine passes on what others send: then the request says so in a
 * header, or has the name that they know the service by, or is in the HTTP of old that nginx passes on by default.
 */
export function isLocal({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const { headers, httpVersion, socket } = raw;
  return (
    httpVersion !== '1.0' &&
    isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, '')) &&
    OF_PROXIES.every((name) => headers[name] === undefined) &&
    isLoopbackName(parseHost(headers.host ?? '')?.name ?? '')
  );
}
