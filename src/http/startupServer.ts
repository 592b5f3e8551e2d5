import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { Rejection } from '../domain/rejection.js';
import { type Readiness, startingUp } from './answers/readiness.js';
import { bareServer, type ServerOptions } from './bareServer.js';

/**
 * Answers requests while the service is still building its read models. A server on the address of the service: `/healthz` answers ok, `/readyz` reports the progress of the build, and all
 * other requests get `not_ready`. If it cannot listen, it stays silent, because the service will report the same error.
 */
export function startupServer(config: Config, options: ServerOptions = {}) {
  let state = '';
  let opened: Promise<FastifyInstance | undefined> | undefined;
  return {
    /** Sets the progress in events. The first call with events left to read opens the server. */
    reportProgress(done: number, total: number): void {
      state = `${done} of ${total} events read`;
      // With port 0, the service will get another port than this server.
      if (done < total && config.port !== 0) opened ??= open(config, options, () => state);
    },
    /** Frees the port for the service. */
    async close(): Promise<void> {
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
  const server = bareServer(config, options);
  server.addHook('onRequest', async ({ is404 }, reply) => {
    reply.header('connection', 'close');
    if (is404) throw new Rejection('not_ready', `the read models are being built: ${state()}`);
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply): Promise<Readiness> => {
    reply.code(503).header('retry-after', 1);
    return startingUp(`being built: ${state()}`);
  });
  try {
    const listenTextResolver = (address: string) =>
      codedLine('building_views', `${address} answers 503 while the read models are being built`);
    await server.listen({ host: config.host, port: config.port, listenTextResolver });
    return server;
  } catch {
    await server.close();
    return undefined;
  }
}

/**
 * What `listenTextResolver` of the framework gives, with a code. It is passed on to the logger, which takes an object as
 * well as a text; the type says only text.
 */
export function codedLine(code: DiagnosticCode, msg: string): string {
  return { code, msg } as unknown as string;
}
