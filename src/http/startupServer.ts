import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import { Rejection } from '../domain/rejection.js';
import type { Readiness } from './answers/readiness.js';
import { bareServer, type ServerOptions } from './bareServer.js';

/** Answers in the place of a service that is still building its read models. */
export interface StartupServer {
  /** How far that is, in events. Opens when there is something to wait for. */
  reportProgress(done: number, total: number): void;
  /** Makes place for the service. */
  close(): Promise<void>;
}

/**
 * A waiting room where the service is going to listen: it is alive, it is not ready and says how far it is, and
 * everything else is to be tried again later. When it cannot listen, that is for the service to say.
 */
export function startupServer(config: Config, options: ServerOptions = {}): StartupServer {
  let state = '';
  let opened: Promise<FastifyInstance | undefined> | undefined;
  return {
    reportProgress(done, total) {
      state = `${done} of ${total} events read`;
      // Nobody would find a port that is picked anew for the service.
      if (done < total && config.port !== 0) opened ??= open(config, options, () => state);
    },
    async close() {
      const server = await opened;
      if (!server) return;
      const closed = server.close();
      server.server.closeAllConnections();
      await closed;
    },
  };
}

async function open(
  config: Config,
  options: ServerOptions,
  state: () => string,
): Promise<FastifyInstance | undefined> {
  const server = await bareServer(config, options);
  server.addHook('onRequest', async ({ is404 }, reply) => {
    reply.header('connection', 'close');
    if (is404) throw new Rejection('not_ready', `the read models are being built: ${state()}`);
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply): Promise<Readiness> => {
    reply.code(503).header('retry-after', 1);
    const checks = { log: 'ok', views: `being built: ${state()}`, hive: 'unknown' };
    return { status: 'not_ready', checks };
  });
  try {
    const listenTextResolver = (address: string) =>
      `${address} answers 503 while the read models are being built`;
    await server.listen({ host: config.host, port: config.port, listenTextResolver });
    return server;
  } catch {
    await server.close();
    return undefined;
  }
}
