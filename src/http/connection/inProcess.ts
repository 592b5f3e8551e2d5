import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { responseOf } from '../../connect/fetchAsLocalhost.js';

/** The address of requests from this process, which no socket can have. */
const ADDRESS = 'in-process';

/**
 * True for a request from this process. It is part of another one, which was counted and whose credentials were checked,
 * or of a command of the owner. Not by `request.ip`, which a proxy may say.
 */
export function isInProcess({ socket }: FastifyRequest): boolean {
  return socket.remoteAddress === ADDRESS;
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
      remoteAddress: ADDRESS,
    });
    return responseOf(statusCode, headers, Uint8Array.from(rawPayload));
  };
}
