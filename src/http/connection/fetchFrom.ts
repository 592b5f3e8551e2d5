import type { FastifyInstance, InjectOptions } from 'fastify';
import { responseOf } from '../../connect/fetchAsLocalhost.js';
import { IN_PROCESS } from './isInProcess.js';

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
