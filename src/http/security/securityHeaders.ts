import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What browsers should make of our answers: data, for nobody to run, frame, guess at or keep. Whether the
 * connection is encrypted is for the proxy in front to know, so nothing is said of it.
 */
export async function securityHeaders(server: FastifyInstance): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    frameguard: { action: 'deny' },
    // Of loads without CORS only: pages of the allowed origin are not concerned.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
}
