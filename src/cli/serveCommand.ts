import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app/app.js';
import type { AppOptions } from '../app/appOptions.js';
import { openApp } from '../app/openApp.js';
import { type Config, isLoopback, readConfig } from '../config/config.js';
import { VERSION } from '../config/version.js';
import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { lineOf, type WriteLine } from '../diagnostics/reporter.js';
import { Rejection } from '../domain/rejection.js';
import { codedLine } from '../http/codedLine.js';
import { buildServer } from '../http/server.js';
import { startupServer } from '../http/startupServer.js';
import { ACCEPT_LOSS, ACCEPTS_LOSS } from './acceptLoss.js';
import { answerAt } from './answerAt.js';
import { progressLine } from './progressLine.js';
import { type ServiceLogger, serviceLogger } from './serviceLogger.js';
import { systemdNotice } from './systemdNotice.js';

const SWEEP_MS = 60_000;
/** How often the service looks at its disk, its clock and its files. */
const LOOK_MS = 5000;
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
    .action(start);
}

/** Serves, or says why it cannot: as a line of the log, and to people at a terminal as a sentence. */
async function start({ acceptLoss }: Pick<AppOptions, 'acceptLoss'>): Promise<void> {
  let level = 'info';
  try {
    const config = readConfig(process.env);
    level = config.logLevel;
    await serve(config, { acceptLoss }, await serviceLogger(level));
  } catch (error) {
    if (process.stdout.isTTY || level === 'silent') throw error;
    const { write } = await serviceLogger(level);
    write({ ...lineOf(diagnosticOf(error)), level: 'fatal' });
    process.exitCode = 1;
  }
}

/** Serves a vault until a signal ends it. Rejects when it cannot start. */
async function serve(
  config: Config,
  { acceptLoss }: Pick<AppOptions, 'acceptLoss'>,
  { logger, write }: ServiceLogger,
): Promise<void> {
  warnOfSettings(config, write);
  const progress = progressLine('building read models', process.stdout, (msg) =>
    write({ level: 'info', code: 'building_views', msg }),
  );
  const startup = startupServer(config, { logger });
  const systemd = systemdNotice(process.env, (error) => write(lineOf(diagnosticOf(error))));
  // From the start, because the first process of a container gets no signal without a listener.
  let close = async () => {};
  const grace = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err, signal }) => {
    if (err) write(lineOf(diagnosticOf(err)));
    const msg = `the service stops${signal ? ` on ${signal}` : ''}`;
    write({ level: 'info', code: 'stopping', msg });
    await close();
    write({ level: 'info', code: 'stopped', msg: 'the service has stopped' });
  });
  const app = await openApp(config, {
    searchThreads: SEARCH_THREADS,
    logThreads: true,
    checksViews: true,
    gatherMs: GATHER_MS,
    acceptLoss,
    onProgress(done, total) {
      progress.report(done, total);
      startup.reportProgress(done, total);
      systemd.building(done, total);
    },
    write,
    // The log can no longer be trusted. A restart reads what is really on disk.
    onBroken: (error) => {
      write(lineOf(error));
      process.exit(1);
    },
  }).catch(async (error) => {
    grace.uninstall();
    await startup.close();
    throw error;
  });
  progress.end();
  const { reporter } = app;
  const server = await buildServer(app, { logger });
  let sweeping = Promise.resolve();
  /** A sweep that was refused comes again, and why saves are refused is said anyway. */
  const reportSweep = (error: unknown) => {
    if (!(error instanceof Rejection)) reporter.report(error);
  };
  const sweep = () => {
    sweeping = sweeping.then(() => app.abandonIdleSessions()).then(() => {}, reportSweep);
  };
  const timers = [
    setInterval(sweep, Math.min(SWEEP_MS, config.sessionIdle)),
    setInterval(() => app.vitals.look(), LOOK_MS),
  ];
  close = async () => {
    const told = systemd.stopping();
    for (const timer of timers) clearInterval(timer);
    const cut = setTimeout(() => server.server.closeAllConnections(), CUT_MS);
    await server.close();
    clearTimeout(cut);
    await sweeping;
    await app.close();
    await told;
  };
  process.once('exit', () => {
    // The process would wait for that thread. The log is closed already, or the grace period is over.
    if (app.isBusy()) process.kill(process.pid, 'SIGKILL');
  });
  try {
    await startup.close();
    await listen(server, app);
    sweep();
    app.hive.start();
    systemd.ready();
  } catch (error) {
    grace.uninstall();
    await close();
    throw error;
  }
}

function warnOfSettings({ unknown, host, allowedHosts }: Config, write: WriteLine): void {
  const warn = (...[code, message, about]: ConstructorParameters<typeof Diagnostic>) =>
    write(lineOf(new Diagnostic(code, message, about)));
  for (const setting of unknown)
    warn('setting_unknown', `${setting} is not a setting of this release`, { setting });
  if (!isLoopback(host) && allowedHosts.length === 0) {
    const setting = 'VAULT_ALLOWED_HOSTS';
    warn('only_local_names', 'only requests to localhost are answered', { setting });
  }
}

async function listen(server: FastifyInstance, { config }: App): Promise<void> {
  const { host, port, dataDir } = config;
  try {
    await server.listen({
      host,
      port,
      listenTextResolver: (address) =>
        codedLine(
          'listening',
          `Memory Vault ${VERSION} listens on ${address} and keeps its data in ${dataDir}`,
        ),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const about = { setting: 'VAULT_PORT', cause: error };
    if (code !== 'EADDRINUSE') {
      const said = `the service cannot listen on port ${port} of ${host}: ${message}`;
      throw new Diagnostic('cannot_listen', said, about);
    }
    const { isVault = false, version } = (await answerAt(config)) ?? {};
    const owner = isVault
      ? `another Memory Vault${version ? `, version ${version}` : ''}`
      : 'another program';
    const next = `stop it, or choose another port, such as VAULT_PORT=${(port % 65_535) + 1}`;
    const said = `port ${port} of ${host} is in use by ${owner}`;
    throw new Diagnostic('port_in_use', said, { ...about, next });
  }
}
