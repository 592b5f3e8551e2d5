import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { responseOf } from '../../connect/fetchService.js';

/** The remote address of calls that the service makes to itself, with `inject`. No socket has it. */
export const IN_PROCESS = 'in-process';

/**
 * True for a call that the service makes to itself on behalf of a call from outside, which the limits have counted. Only
 * `inject` can set the address of a socket: no header can, also not behind a trusted proxy.
 */
export function isInProcess({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return raw.socket.remoteAddress === IN_PROCESS;
}

/** A `fetch` that asks a server in this process, which need not listen anywhere. */
export function fetchFrom(
  server: Pick<FastifyInstance, 'inject'>,
): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const { statusCode, headers, rawPayload } = await server.inject({
      // The cast is safe: the client uses no other methods.
      method: asked.method as InjectOptions['method'],
      url: asked.url,
      headers: Object.fromEntries(asked.headers),
      payload: Buffer.from(await asked.arrayBuffer()),
      remoteAddress: IN_PROCESS,
    });
    return responseOf(statusCode, headers, Uint8Array.from(rawPayload));
  };
}
