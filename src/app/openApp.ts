import { setMaxListeners } from 'node:events';
import { recordAct } from '../commands/administration.js';
import { type Executor, executor } from '../commands/executor.js';
import { abandonSession } from '../commands/sessions.js';
import type { Config } from '../config/config.js';
import { bytesOf, dataFiles } from '../config/dataFiles.js';
import { aboutFile } from '../diagnostics/diagnostic.js';
import { reporter } from '../diagnostics/reporter.js';
import { ulids } from '../domain/ids.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { syncPath } from '../files/writeFile.js';
import { openHive } from '../hive/hive.js';
import { audit } from '../maintenance/audit.js';
import { START_WAIT_MS, wiper } from '../maintenance/wiper.js';
import { allProjections } from '../projections/allProjections.js';
import { adminKey } from '../secrets/adminKey.js';
import { browserLogins, loginCodes } from '../secrets/browserLogins.js';
import { newTokens } from '../secrets/newTokens.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { Reopen } from '../views/follower.js';
import { openViews } from '../views/openViews.js';
import { projector } from '../views/projector.js';
import { type ReadModels, readModels } from '../views/readModels.js';
import { rebuilder } from '../views/rebuilder.js';
import { openViewsFile } from '../views/viewsFile.js';
import { viewsHealth } from '../views/viewsHealth.js';
import type { App, AppOptions } from './app.js';
import { appThreads } from './appThreads.js';
import { viewsCheck } from './fileChecks.js';
import { type OpenedLog, openLog } from './openLog.js';
import type { OnCommit } from './vault.js';
import { freeBytesOf, vitals } from './vitals.js';

/** Opens a vault: takes the lock, checks that the log lost nothing, opens it, brings the read models up to it. */
export async function openApp(given: Config, options: AppOptions = {}): Promise<App> {
  const { projections = allProjections, freeBytes = freeBytesOf, onBroken = () => {} } = options;
  const news = reporter(options.write ?? (() => {}));
  const { onError = news.report } = options;
  // Only the owner may read what a team knows.
  const config = { ...given, dataDir: claimDirectory(given.dataDir) };
  const { dataDir } = config;
  const files = dataFiles(config);
  const lock = lockDirectory(dataDir, formatTime(toSeconds((options.clock ?? Date.now)())));
  const threads = appThreads({ ...options, onError }, files, config.privatePatterns);
  const { filter, work } = threads;
  const health = viewsHealth(files.views, { ...news, report: onError });
  let opened: OpenedLog | undefined;
  let app: App | undefined;
  try {
    const key = adminKey(dataDir, config.adminKey);
    const forLog = { ...threads, ...work, reporter: news, say: onError };
    opened = await openLog(config, { ...options, freeBytes }, forLog);
    const { log, clock, cluster } = opened;
    // Makes the names of the log and its write-ahead log durable. SQLite does this too, but ignores a failure.
    syncPath(dataDir);
    const views = await openViews({
      file: files.views,
      log,
      projections,
      onError: health.failed,
      onProgress: options.onProgress,
    }).catch((error) => Promise.reject(aboutFile(error, files.views)));
    const reopen: Reopen = (stopped) =>
      projector(openViewsFile(files.views, 'NORMAL'), log, projections, health.failed, stopped);
    const follower = threads.follow(views, reopen, health.failed);
    const models = readModels(follower, log, options.gatherMs ?? 0, health);
    const hive = await openHive(config.hive, {
      log,
      ledgerFile: files.hive,
      filter,
      turn: cluster.hiveTurn,
      now: clock,
      onError,
    });

    const listeners: OnCommit[] = [];
    const commands = executor({
      log,
      filter,
      ids: options.ids ?? ulids(),
      onCommit(appended, commit) {
        for (const listener of listeners) listener(appended, commit);
      },
      onBroken,
    });
    key.onRotated = () => {
      const act = commands.execute(recordAct, { act: 'rotate-key' }, { meta: { actor: 'admin' } });
      act.catch(onError);
    };
    const rebuilds = rebuilder({
      files,
      log,
      projections,
      running: models,
      build: threads.build,
      withReadersClosed: threads.withReadersClosed,
      say: news.say,
      onError,
    });
    const wiping = wiper(log, models, rebuilds, onBroken);
    const signCheckpoint = cluster.signer(work.signCheckpoint);
    const { damageIn } = threads;
    const forCheck = {
      file: files.views,
      damageIn,
      readModels: models,
      rebuilder: rebuilds,
      onError,
    };
    const check = viewsCheck(forCheck, options.checksFiles);
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal);
    const vault: App = {
      config,
      adminKey: key,
      newToken: newTokens(dataDir, config.tokenSecret),
      browserLogins: browserLogins(clock),
      loginCodes: loginCodes(clock),
      clock,
      filter,
      log,
      cluster,
      readModels: models,
      executor: commands,
      wiper: cluster.wiper(wiping),
      vitals: vitals({
        ...opened,
        dataDir,
        wiper: wiping,
        rebuilds,
        reporter: news,
        readModels: models,
        freeBytes,
        viewsBytes: () => bytesOf(files.views),
      }),
      audit: audit({ dataDir, log, work: { ...work, signCheckpoint } }),
      rebuilder: rebuilds,
      viewsCheck: check,
      reporter: news,
      hive,
      stopping: stopping.signal,
      startedAt: clock(),
      ...threads.searches(models),
      isBusy: threads.isBusy,
      onCommit: (listener) => void listeners.push(listener),
      databaseBytes: () => ({ log: bytesOf(files.log), views: bytesOf(files.views) }),
      async abandonIdleSessions() {
        const before = toSeconds(clock() - config.sessionIdle);
        const sweep = () => abandonIdleSessions(commands, models, before);
        return (await cluster.onlyOne('sweeper', sweep)) ?? 0;
      },
      async beginStop() {
        stopping.abort();
        check.close();
        opened?.check?.close();
        await Promise.all([rebuilds.close(), threads.beginStop()]);
      },
      async close() {
        await vault.beginStop();
        await hive.close();
        await commands.idle();
        await threads.close();
        // No thread reads any more.
        await wiping.close();
        await models.close();
        await cluster.leave();
        await log.close();
        vault.audit.close();
        lock.release();
      },
    };
    app = vault;
    health.mendWith(rebuilds.mend);
    await app.vitals.look();
    const { position } = await log.head();
    // The last stop may have interrupted an erasure. It is finished now; a slow one goes on in the background.
    await app.wiper.wipe(position, START_WAIT_MS).catch(onError);
    cluster.startReports();
    return app;
  } catch (error) {
    if (app) {
      await app.close();
    } else {
      await threads.close();
      await opened?.log.close();
      lock.release();
    }
    throw error;
  }
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
