import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { type App, openApp } from '../app/app.js';
import type { AppOptions } from '../app/appOptions.js';
import { type Config, isLoopback, readConfig } from '../config/config.js';
import { VERSION } from '../config/version.js';
import { buildServer } from '../http/server.js';
import { startupServer } from '../http/startupServer.js';
import { ACCEPT_LOSS, ACCEPTS_LOSS } from './acceptLoss.js';
import { askService, type Place } from './askService.js';
import { progressLine } from './progressLine.js';

const SWEEP_MS = 60_000;
const GRACE_MS = 10_000;
/** Open connections are closed after this time, so that the log is closed before the grace period ends. */
const CUT_MS = 8000;
const SEARCH_THREADS = 2;
/** Longest delay before unread events are applied, in ms. */
const GATHER_MS = 25;

export function serveCommand(program: Command): void {
  program
    .command('serve', { isDefault: true })
    .description('serve the REST API (the default command)')
    .option(ACCEPT_LOSS, ACCEPTS_LOSS)
    .action(({ acceptLoss }: { acceptLoss?: boolean }) =>
      serve(readConfig(process.env), { acceptLoss }),
    );
}

/** Serves a vault until a signal ends it. Rejects when it cannot start. */
async function serve(
  config: Config,
  { acceptLoss }: Pick<AppOptions, 'acceptLoss'>,
): Promise<void> {
  const progress = progressLine('building read models');
  // Log lines are readable on a terminal and JSON elsewhere.
  const logStream = process.stdout.isTTY ? await prettyLines() : undefined;
  const startup = startupServer(config, { logStream });
  const app = await openApp(config, {
    searchThreads: SEARCH_THREADS,
    logThreads: true,
    gatherMs: GATHER_MS,
    acceptLoss,
    onProgress(done, total) {
      progress.report(done, total);
      startup.reportProgress(done, total);
    },
    onError: logError,
    // The log can no longer be trusted. A restart reads what is really on disk.
    onBroken: (error) => {
      logError(error);
      process.exit(1);
    },
  }).catch(async (error) => {
    await startup.close();
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
    // The process would wait for that thread. The log is closed already, or the grace period is over.
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
    await startup.close();
    await listen(server, app);
    sweep();
    app.hive.start();
  } catch (error) {
    grace.uninstall();
    await close();
    throw error;
  }
}

/** The module is loaded only for a terminal. */
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
    const owner = await describePortOwner(config);
    throw new Error(
      `port ${config.port} of ${config.host} is in use by ${owner}. Choose another, such as VAULT_PORT=${(config.port % 65_535) + 1}`,
    );
  }
}

/** What answers on a port, as the end of a sentence. */
async function describePortOwner(place: Place): Promise<string> {
  try {
    const { status, body } = await askService(place, 'GET', '/api/v1/status', { timeoutMs: 1000 });
    if (typeof body === 'object' && body && 'version' in body && 'tier' in body) {
      return `another Memory Vault, version ${String(body.version)}`;
    }
    // A vault that shows its version to members alone refuses with this code.
    if (status === 401 && JSON.stringify(body).includes('"missing_credential"')) {
      return 'another Memory Vault';
    }
  } catch {
    // It does not answer with JSON: it is something else.
  }
  return 'another program';
}

function logError(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}
