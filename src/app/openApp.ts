import { setMaxListeners } from 'node:events';
import { recordAct } from '../commands/administration.js';
import { executor } from '../commands/executor.js';
import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { aboutFile } from '../diagnostics/diagnostic.js';
import { reporter } from '../diagnostics/reporter.js';
import { ulids } from '../domain/ids.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { derivedToken } from '../domain/token.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { syncPath } from '../files/writeFile.js';
import { openHive } from '../hive/hive.js';
import { checkpointKey } from '../maintenance/checkpoints.js';
import { START_WAIT_MS } from '../maintenance/wiper.js';
import { allProjections } from '../projections/allProjections.js';
import { adminKey } from '../secrets/adminKey.js';
import { browserLogins, loginCodes } from '../secrets/browserLogins.js';
import { clientDocuments } from '../secrets/clientDocuments.js';
import { grantSecrets } from '../secrets/grantSecrets.js';
import { issuerOf } from '../secrets/issuer.js';
import { newTokens, tokenSecret } from '../secrets/newTokens.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import type { Reopen } from '../views/follower.js';
import { openViews } from '../views/openViews.js';
import { projector } from '../views/projector.js';
import { readModels } from '../views/readModels.js';
import { openViewsFile } from '../views/viewsFile.js';
import { viewsHealth } from '../views/viewsHealth.js';
import { openWebhooks } from '../webhooks/webhooks.js';
import type { Access } from './access.js';
import type { App, AppOptions } from './app.js';
import { appThreads } from './appThreads.js';
import { type OpenedLog, openLog } from './openLog.js';
import { tokenUses } from './tokenUses.js';
import { openUpkeep } from './upkeep.js';
import type { OnCommit, Vault } from './vault.js';
import { freeBytesOf } from './vitals.js';

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

    const ids = options.ids ?? ulids();
    const newId = () => ids(clock());
    const { name: origin } = checkpointKey(dataDir);
    const webhooks = openWebhooks({
      log,
      file: files.webhooks,
      allowed: config.webhookHosts,
      shared: cluster.receivers,
      origin,
      derive: (parts) => derivedToken(tokenSecret(dataDir, config.tokenSecret), parts),
      newId,
      now: clock,
      onError,
    });

    const listeners: OnCommit[] = [];
    const commands = executor({
      log,
      filter,
      ids,
      onCommit(appended, commit) {
        for (const listener of listeners) listener(appended, commit);
      },
      onBroken,
    });
    key.onRotated = () => {
      const act = commands.execute(recordAct, { act: 'rotate-key' }, { meta: { actor: 'admin' } });
      act.catch(onError);
    };
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal);
    const vault: Vault = {
      config,
      clock,
      filter,
      log,
      cluster,
      readModels: models,
      executor: commands,
      hive,
      webhooks,
      origin,
      newId,
      onCommit: (listener) => void listeners.push(listener),
      stopping: stopping.signal,
      ...threads.searches(models),
    };
    const { upkeep, startReports } = openUpkeep({
      ...opened,
      vault,
      files,
      projections,
      threads,
      reporter: news,
      freeBytes,
      checksFiles: options.checksFiles,
      onError,
      onBroken,
    });
    const newToken = newTokens(dataDir, config.tokenSecret);
    const access: Access = {
      adminKey: key,
      newToken,
      grants: grantSecrets(newToken),
      browserLogins: browserLogins(clock),
      loginCodes: loginCodes(clock),
      clientDocuments: clientDocuments(clock, config.publicUrl),
      issuer: issuerOf(config, clock),
      tokenUses: tokenUses({ file: files.tokenUses, clock, shared: cluster.marks, onError }),
    };
    const whole: App = {
      ...vault,
      ...upkeep,
      ...access,
      isBusy: threads.isBusy,
      async beginStop() {
        stopping.abort();
        upkeep.viewsCheck.close();
        opened?.check?.close();
        await Promise.all([upkeep.rebuilder.close(), upkeep.backups.close(), threads.beginStop()]);
      },
      async close() {
        await whole.beginStop();
        await Promise.all([hive.close(), webhooks.close()]);
        await commands.idle();
        await threads.close();
        // No thread reads any more.
        await upkeep.wiper.close();
        await models.close();
        await cluster.leave();
        await log.close();
        upkeep.audit.close();
        lock.release();
      },
    };
    app = whole;
    health.mendWith(upkeep.rebuilder.mend);
    await app.vitals.look();
    const { position } = await log.head();
    // The last stop may have interrupted an erasure. It is finished now; a slow one goes on in the background.
    await app.wiper.wipe(position, START_WAIT_MS).catch(onError);
    startReports();
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
