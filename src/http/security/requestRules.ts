import cors from '@fastify/cors';
import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.js';
import { refuseFaultyFraming } from '../connection/malformedHttp.js';
import { type Capacity, refuseOverload } from '../connection/overload.js';
import { credentialLimit } from './credentialLimit.js';
import { refuseQueryCredentials } from './queryCredentials.js';
import { rateLimit } from './rateLimit.js';
import { refuseForeignHost } from './refuseForeignHost.js';
import { refuseForeignOrigin } from './refuseForeignOrigin.js';
import { securityHeaders } from './securityHeaders.js';
import { CountStore } from './windowCounts.js';

const EXPOSED = [
  'Link',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Hive',
  'X-Log-Position',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Search',
  'X-Search-Hint',
];

/** Adds the rules for every request, in this order. Headers come first, so that refused requests get them, too. */
export async function requestRules(
  server: FastifyInstance,
  config: Config,
  capacity: Capacity,
): Promise<void> {
  await securityHeaders(server);
  await server.register(cors, {
    origin: config.corsOrigin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    strictPreflight: false,
    preflightContinue: true,
  });
  await server.register(rateLimitPlugin, { global: false, store: CountStore });
  rateLimit(server, config);
  server.addHook('onRequest', async (request, reply) => {
    refuseFaultyFraming(request);
    refuseForeignHost(request, config.allowedHosts);
    if (request.method === 'OPTIONS') return reply.code(204).header('content-length', '0').send();
    refuseForeignOrigin(request, config.corsOrigin);
    refuseQueryCredentials(request);
  });
  await refuseOverload(server, capacity);
  credentialLimit(server, config.credentialLimit);
}
