import { setMaxListeners } from 'node:events';
import { recordAct } from '../commands/administration.js';
import { type Executor, executor } from '../commands/executor.js';
import { abandonSession } from '../commands/sessions.js';
import type { Config } from '../config/config.js';
import { bytesOf, dataFiles } from '../config/dataFiles.js';
import { aboutFile } from '../diagnostics/diagnostic.js';
import { type Reporter, reporter } from '../diagnostics/reporter.js';
import { ulids } from '../domain/ids.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { syncPath } from '../files/writeFile.js';
import { openHive } from '../hive/hive.js';
import { audit } from '../maintenance/audit.js';
import { allProjections } from '../projections/allProjections.js';
import { adminKey } from '../secrets/adminKey.js';
import { browserLogins, loginCodes } from '../secrets/browserLogins.js';
import { newTokens } from '../secrets/newTokens.js';
import { type Lock, lockDirectory } from '../sqlite/lockDirectory.js';
import type { Sql } from '../sqlite/sqlite.js';
import { openViews } from '../views/openViews.js';
import { type ReadModels, readModels } from '../views/readModels.js';
import { type Rebuilder, rebuilder } from '../views/rebuilder.js';
import { viewsHealth } from '../views/viewsHealth.js';
import type { App, AppOptions, OnCommit } from './app.js';
import { type AppThreads, appThreads } from './appThreads.js';
import { hiveLease, nodeTasks } from './cluster/nodeTasks.js';
import { viewsCheck } from './fileChecks.js';
import { type OpenedLog, openLog, type WatchedLog, watchLog } from './openLog.js';
import { freeBytesOf, vitals } from './vitals.js';
import { START_WAIT_MS, wiper } from './wiper.js';

/** Opens a vault: takes the lock, checks that the log lost nothing, opens it, brings the read models up to it. */
export async function openApp(given: Config, options: AppOptions = {}): Promise<App> {
  const { clock: machineClock = Date.now, checkpointPages } = options;
  const { gatherMs = 0, write = () => {} } = options;
  const news = reporter(write);
  const { onError = news.report } = options;
  // Only the owner may read what a team knows.
  const config = { ...given, dataDir: claimDirectory(given.dataDir) };
  const lock = lockDirectory(config.dataDir, formatTime(toSeconds(machineClock())));
  const threads = appThreads({ ...options, onError }, dataFiles(config), config.privatePatterns);
  const health = viewsHealth(dataFiles(config).views, { ...news, report: onError });
  const { checkpoints } = threads;
  let openedLog: OpenedLog | undefined;
  let app: App | undefined;
  try {
    const key = adminKey(config.dataDir, config.adminKey);
    openedLog = await openLog(config, {
      clock: machineClock,
      acceptLoss: options.acceptLoss ?? false,
      say: onError,
      serves: options.serves ?? false,
      freeBytes: options.freeBytes ?? freeBytesOf,
      logOptions: { maxPages: options.maxLogPages, checkpointPages, checkpoints },
    });
    const { log, clock, node } = openedLog;
    // Makes the names of the log and its write-ahead log durable. SQLite does this too, but ignores a failure.
    syncPath(config.dataDir);
    const watched = await watchLog(openedLog, config, options, { reporter: news, ...threads });
    const views = await openViews({
      file: dataFiles(config).views,
      log,
      projections: options.projections ?? allProjections,
      onError: health.failed,
      onProgress: options.onProgress,
    }).catch((error) => Promise.reject(aboutFile(error, dataFiles(config).views)));
    const models = readModels(threads.follow(views, health.failed), log, gatherMs, health);
    const { filter } = threads;
    const ledgerFile = dataFiles(config).hive;
    const forHive = { log, ledgerFile, filter, lease: hiveLease(node), now: clock, onError };
    const hive = await openHive(config.hive, forHive);
    const newToken = newTokens(config.dataDir, config.tokenSecret);
    const read = { readModels: models, hive, node };
    const opened = { config, adminKey: key, newToken, clock, filter, ...read };
    const parts = { ...opened, reporter: news, watched, threads, lock };
    app = assemble(parts, { ...options, onError });
    health.mendWith(app.rebuilder.mend);
    await app.vitals.look();
    const { position } = await log.head();
    // The last stop may have interrupted an erasure. It is finished now; a slow one goes on in the background.
    await app.wiper.wipe(position, START_WAIT_MS).catch(onError);
    app.startReports();
    return app;
  } catch (error) {
    if (app) {
      await app.close();
    } else {
      await threads.close();
      await openedLog?.log.close();
      lock.release();
    }
    throw error;
  }
}

/** The parts that exist before they are wired to each other. */
interface Opened
  extends Pick<
    App,
    | 'config'
    | 'adminKey'
    | 'newToken'
    | 'clock'
    | 'filter'
    | 'readModels'
    | 'hive'
    | 'reporter'
    | 'node'
  > {
  readonly watched: WatchedLog;
  readonly threads: AppThreads;
  readonly lock: Lock;
}

function assemble({ threads, lock, watched, ...opened }: Opened, options: AppOptions): App {
  const { config, adminKey, clock, filter, readModels: models, hive, reporter } = opened;
  const { log } = watched;
  const { node } = opened;
  const { onBroken = () => {}, onError = () => {}, projections = allProjections } = options;
  const listeners: OnCommit[] = [];
  const files = dataFiles(config);
  const commands = executor({
    log,
    filter,
    ids: options.ids ?? ulids(),
    onCommit(appended, commit) {
      for (const listener of listeners) listener(appended, commit);
    },
    onBroken,
  });
  adminKey.onRotated = () => {
    const act = commands.execute(recordAct, { act: 'rotate-key' }, { meta: { actor: 'admin' } });
    act.catch(onError);
  };
  const { build, withReadersClosed } = threads;
  const forRebuilds = { files, log, projections, running: models, build, withReadersClosed };
  const rebuilds = reportRebuilds(rebuilder({ ...forRebuilds, onError }), reporter);
  const wiping = wiper(log, models, rebuilds, onBroken);
  const tasks = nodeTasks(node, { wiper: wiping, work: threads.work, log });
  const checked = { file: files.views, work: threads.work, readModels: models };
  const check = viewsCheck({ ...checked, rebuilder: rebuilds, onError }, options.checksFiles);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const app: App = {
    ...opened,
    browserLogins: browserLogins(clock),
    loginCodes: loginCodes(clock),
    log,
    executor: commands,
    wiper: tasks.wiper,
    vitals: vitals({
      dataDir: config.dataDir,
      ...watched,
      wiper: wiping,
      rebuilds,
      reporter,
      readModels: models,
      freeBytes: options.freeBytes ?? freeBytesOf,
      viewsBytes: () => bytesOf(files.views),
    }),
    audit: audit({
      dataDir: config.dataDir,
      log,
      work: { ...threads.work, signCheckpoint: tasks.signCheckpoint },
    }),
    rebuilder: rebuilds,
    viewsCheck: check,
    stopping: stopping.signal,
    startedAt: clock(),
    onCommit: (listener) => void listeners.push(listener),
    search: (search) => threads.search(models, search),
    facets: (search) => threads.facets(models, search),
    closestProjects: (asked) => threads.closestProjects(models, asked),
    findNewest: (listing) => threads.findNewest(models, listing),
    databaseBytes: () => ({ log: bytesOf(files.log), views: bytesOf(files.views) }),
    abandonIdleSessions: () =>
      tasks.sweep(() =>
        abandonIdleSessions(commands, models, toSeconds(clock() - config.sessionIdle)),
      ),
    startReports: tasks.start,
    async beginStop() {
      stopping.abort();
      check.close();
      watched.check.close();
      await Promise.all([rebuilds.close(), threads.beginStop()]);
    },
    isBusy: threads.isBusy,
    async close() {
      await app.beginStop();
      await hive.close();
      await commands.idle();
      await threads.close();
      // No thread reads any more.
      await wiping.close();
      await models.close();
      await tasks.close();
      await log.close();
      app.audit.close();
      lock.release();
    },
  };
  return app;
}

/** A rebuilder that says when a rebuild begins and ends. */
export function reportRebuilds(rebuilds: Rebuilder, reporter: Pick<Reporter, 'say'>): Rebuilder {
  return {
    ...rebuilds,
    start() {
      const rebuilt = rebuilds.start();
      reporter.say('rebuild_started', 'the read models are being rebuilt');
      rebuilt.then(
        ({ events, seconds, same }) =>
          reporter.say(
            'rebuild_finished',
            `the read models were rebuilt from ${events} events: ${same ? 'they are the same as before' : 'they differ from those before'}`,
            { seconds },
          ),
        // The rebuilder reports why; the caller gets it as well.
        () => {},
      );
      return rebuilt;
    },
  };
}

/** Sessions that are abandoned in one commit. */
const TOGETHER = 256;

/** Abandons sessions in which nothing has happened since `before`, in seconds since 1970; gives how many. */
export async function abandonIdleSessions(
  executor: Executor,
  readModels: ReadModels,
  before: number,
): Promise<number> {
  const idle = idleSessions(await readModels.current('sessions', 'observations'), before);
  const context = { meta: { actor: 'system' } };
  for (let i = 0; i < idle.length; i += TOGETHER) {
    const some = idle.slice(i, i + TOGETHER);
    await Promise.all(some.map((id) => executor.execute(abandonSession, { id }, context)));
  }
  return idle.length;
}

/** Ids of active sessions without activity since `before`, in seconds since 1970. */
function idleSessions(views: Sql, before: number): string[] {
  return views
    .all<{ id: string }>(
      `SELECT id FROM sessions AS s WHERE state = 'active' AND started_at < :before
         AND coalesce((SELECT recorded_at FROM observations AS o WHERE o.session_id = s.id
                       ORDER BY o.position DESC LIMIT 1), 0) < :before
       ORDER BY position`,
      { before },
    )
    .map(({ id }) => id);
}
