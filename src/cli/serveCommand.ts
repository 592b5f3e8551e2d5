import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { type App, openApp } from '../app/app.js';
import { type Config, isLoopback, readConfig } from '../config/config.js';
import { VERSION } from '../config/version.js';
import { buildServer } from '../http/server.js';
import { startupServer } from '../http/startupServer.js';
import { askService, type Place } from './askService.js';
import { progressLine } from './progressLine.js';

const SWEEP_MS = 60_000;
const GRACE_MS = 10_000;
/** When clients that neither finish nor go away are cut off, so that the log is closed in time. */
const CUT_MS = 8000;
const SEARCH_THREADS = 2;
/** Longest delay before unread events are applied, in ms. */
const GATHER_MS = 25;

export function serveCommand(program: Command): void {
  program
    .command('serve', { isDefault: true })
    .description('serve the REST API (the default command)')
    .action(() => serve(readConfig(process.env)));
}

/** Serves a vault until a signal ends it. Rejects when it cannot start. */
async function serve(config: Config): Promise<void> {
  const progress = progressLine('building read models');
  // A person at a terminal gets lines to read, everybody else JSON.
  const logStream = process.stdout.isTTY ? await prettyLines() : undefined;
  const room = startupServer(config, { logStream });
  const app = await openApp(config, {
    searchThreads: SEARCH_THREADS,
    logThreads: true,
    gatherMs: GATHER_MS,
    onProgress(done, total) {
      progress.report(done, total);
      room.reportProgress(done, total);
    },
    onError: logError,
    // Whatever the log says next cannot be relied on; a restart reads what is really there.
    onBroken: (error) => {
      logError(error);
      process.exit(1);
    },
  }).catch(async (error) => {
    await room.close();
    throw error;
  });
  progress.end();
  const server = await buildServer(app, { logStream });
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = sweeping.then(() => app.abandonIdleSessions()).then(() => {}, logError);
  };
  const timer = setInterval(sweep, Math.min(SWEEP_MS, config.sessionIdle));
  const close = async () => {
    clearInterval(timer);
    const cut = setTimeout(() => server.server.closeAllConnections(), CUT_MS);
    await server.close();
    clearTimeout(cut);
    await sweeping;
    await app.close();
  };
  const grace = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
    if (err) logError(err);
    await close();
  });
  process.once('exit', () => {
    // The end would wait for that thread. The log is closed already, or nobody waits for it any more.
    if (app.isBusy()) process.kill(process.pid, 'SIGKILL');
  });
  for (const name of config.unknown)
    server.log.warn(`${name} is not a setting of this release: see memory-vault --help`);
  if (!isLoopback(config.host) && config.allowedHosts.length === 0) {
    server.log.warn(
      'only requests to localhost are answered: set VAULT_ALLOWED_HOSTS to the names by which others reach this service',
    );
  }
  try {
    await room.close();
    await listen(server, app);
    sweep();
    app.hive.start();
  } catch (error) {
    grace.uninstall();
    await close();
    throw error;
  }
}

/** Loaded only for a terminal. */
async function prettyLines() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ sync: true });
}

async function listen(server: FastifyInstance, { config }: App): Promise<void> {
  try {
    await server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) =>
        `Memory Vault ${VERSION} listens on ${address} and keeps its data in ${config.dataDir}`,
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const holder = await describePortOwner(config);
    throw new Error(
      `port ${config.port} of ${config.host} is in use by ${holder}. Choose another, such as VAULT_PORT=${(config.port % 65_535) + 1}`,
    );
  }
}

/** Says what answers on a port, in words that end a sentence. */
async function describePortOwner(place: Place): Promise<string> {
  try {
    const { status, body } = await askService(place, 'GET', '/api/v1/status', { timeoutMs: 1000 });
    if (typeof body === 'object' && body && 'version' in body && 'tier' in body) {
      return `another Memory Vault, version ${String(body.version)}`;
    }
    // One that tells its version to members only refuses in words of our own.
    if (status === 401 && JSON.stringify(body).includes('"missing_credential"')) {
      return 'another Memory Vault';
    }
  } catch {
    // It does not speak our language: it is something else.
  }
  return 'another program';
}

function logError(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}
