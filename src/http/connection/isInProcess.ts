import type { FastifyRequest } from 'fastify';

/** The remote address of calls that the service makes to itself, with `inject`. No socket has it. */
export const IN_PROCESS = 'in-process';

/**
 * True for a call that the service makes to itself on behalf of a call from outside, which the limits have counted. Only
 * `inject` can set the address of a socket: no header can, also not behind a trusted proxy.
 */
export function isInProcess({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return raw.socket.remoteAddress === IN_PROCESS;
}
