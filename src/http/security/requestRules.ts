import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.js';
import { refuseFaultyFraming } from '../connection/malformedHttp.js';
import { type Capacity, refuseOverload } from '../connection/overload.js';
import { answerPreflight, corsHeaders } from './cors.js';
import { credentialLimit, type HolderOf } from './credentialLimit.js';
import { refuseQueryCredentials } from './queryCredentials.js';
import { rateLimit } from './rateLimit.js';
import { refuseForeignHost } from './refuseForeignHost.js';
import { refuseForeignOrigin } from './refuseForeignOrigin.js';
import { SECURITY_HEADERS } from './securityHeaders.js';

/**
 * Adds the rules for every request, in this order. Headers come first, so that refused requests get them, too. Hooks that
 * wait for nothing call `done`: a promise for each would cost more than its work.
 */
export async function requestRules(
  server: FastifyInstance,
  config: Config,
  capacity: Capacity,
  { secret, holderOf }: { readonly secret: string | undefined; readonly holderOf: HolderOf },
): Promise<void> {
  const credentials = credentialLimit(config.credentialLimit, holderOf);
  const ofEveryAnswer = { ...SECURITY_HEADERS, ...corsHeaders(config.corsOrigin) };
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ofEveryAnswer);
    done();
  });
  // Any path has a preflight, of which the metrics have a name.
  server.options('*', answerPreflight);
  rateLimit(server, config, { secret, holderOf: credentials.holderOf });
  server.addHook('onRequest', (request, reply, done) => {
    refuseFaultyFraming(request);
    refuseForeignHost(request, config.allowedHosts);
    if (request.method === 'OPTIONS') {
      answerPreflight(request, reply);
      return;
    }
    refuseForeignOrigin(request, config.corsOrigin);
    refuseQueryCredentials(request);
    done();
  });
  await refuseOverload(server, capacity);
  credentials.addTo(server);
}
