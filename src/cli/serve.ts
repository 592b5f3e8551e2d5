import closeWithGrace from 'close-with-grace';
import type { AppOptions } from '../app/app.js';
import { heapRest } from '../app/heapRest.js';
import { openApp } from '../app/openApp.js';
import type { Config } from '../config/config.js';
import { VERSION } from '../config/version.js';
import { newSecret } from '../connect/proof.js';
import {
  instanceOf,
  removeServiceFile,
  type ServiceFile,
  writeServiceFile,
} from '../connect/serviceFile.js';
import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { lineOf, type WriteLine } from '../diagnostics/reporter.js';
import { isLoopback } from '../domain/host.js';
import { Rejection } from '../domain/rejection.js';
import { buildServer } from '../http/server.js';
import { startupServer } from '../http/startupServer.js';
import { listen } from './listen.js';
import type { ServiceLogger } from './serviceLogger.js';
import { systemdNotice } from './systemdNotice.js';
import { progressLine } from './terminal/progress.js';

const SWEEP_MS = 60_000;
/** How often the service looks at its disk, its clock, its files and its memory. */
const LOOK_MS = 5000;
const GRACE_MS = 10_000;
/** Open connections are closed after this time, so that the log is closed before the grace period ends. */
const CUT_MS = 8000;
/** Longest delay before unread events are applied, in ms. An agent that saves and then thinks reads later than this. */
const GATHER_MS = 500;

interface ServeOptions extends Pick<AppOptions, 'acceptLoss'> {
  /** Set for a service that was started on demand: it ends after this time without a call, in milliseconds. */
  readonly idleMs?: number | undefined;
}

/** Serves a vault until a signal ends it. Rejects when it cannot start. */
export async function serve(
  config: Config,
  { acceptLoss, idleMs }: ServeOptions,
  { logger, write }: ServiceLogger,
): Promise<void> {
  warnOfSettings(config, write);
  const progress = progressLine('building read models', process.stdout, (msg) =>
    write({ level: 'info', code: 'building_views', msg }),
  );
  const started = {
    pid: process.pid,
    started_at: new Date().toISOString(),
    secret: newSecret(),
  };
  const identity = { instance: instanceOf(started), secret: started.secret };
  const startup = startupServer(config, { logger, ...identity });
  const systemd = systemdNotice(process.env, (error) => write(lineOf(diagnosticOf(error))));
  // From the start, because the first process of a container gets no signal without a listener.
  let close = async () => {};
  const grace = closeWithGrace(
    { delay: GRACE_MS, logger: false },
    async ({ err, signal, manual }) => {
      if (err) write(lineOf(diagnosticOf(err)));
      const why = signal ? ` on ${signal}` : manual ? ': no request came for a while' : '';
      const msg = `the service stops${why}`;
      write({ level: 'info', code: 'stopping', msg });
      await close();
      write({ level: 'info', code: 'stopped', msg: 'the service has stopped' });
    },
  );
  const app = await openApp(config, {
    threads: true,
    serves: true,
    checksFiles: true,
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
  if (config.auth === 'open' && config.corsOrigin !== undefined) {
    const who = `web pages at ${config.corsOrigin} may read and write this vault`;
    reporter.raise(new Diagnostic('open_to_pages', who));
  }
  const idle = idleMs === undefined ? undefined : { ms: idleMs, end: grace.close };
  const server = await buildServer(app, { logger, ...identity, idle });
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
    setInterval(heapRest().look, LOOK_MS),
  ];
  const { dataDir } = app.config;
  let announced: ServiceFile | undefined;
  close = async () => {
    if (announced) removeServiceFile(dataDir, announced);
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
    await listen(server, app.config, {
      // Whoever set the port looks for the service there. All others find it by its file.
      orFree: idleMs !== undefined && !config.isPortGiven,
      onUrl(url) {
        announced = { url, version: VERSION, ...started };
        announce(dataDir, announced, write);
      },
    });
    sweep();
    app.hive.start();
    app.webhooks.start();
    app.witnesses.start();
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
    warn('only_local_names', 'the service answers only requests to localhost', { setting });
  }
}

/** Lets programs on this machine find the service. One that nobody finds is better than none. */
function announce(dataDir: string, service: ServiceFile, write: WriteLine): void {
  try {
    writeServiceFile(dataDir, service);
  } catch (error) {
    write(lineOf(diagnosticOf(error)));
  }
}
