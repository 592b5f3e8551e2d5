import { setMaxListeners } from 'node:events';
import { type Commit, type Executor, executor } from '../commands/executor.js';
import { recordAct } from '../commands/recordAct.js';
import type { Config } from '../config/config.js';
import { bytesOf, dataFiles } from '../config/dataFiles.js';
import { ulids } from '../domain/ids.js';
import { secretFinder } from '../domain/privacy/findSecrets.js';
import { ownPatterns } from '../domain/privacy/ownPatterns.js';
import { type PrivacyFilter, privacyFilter } from '../domain/privacy/privacyFilter.js';
import { type Clock, formatTime, toSeconds } from '../domain/time.js';
import { type Lock, lockDirectory } from '../files/lockDirectory.js';
import { makeDirectory } from '../files/makeDirectory.js';
import { syncPath } from '../files/syncPath.js';
import { tightenPermissions } from '../files/tightenPermissions.js';
import type { Hive } from '../hive/hive.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import { type LogEnd, logEnd } from '../log/logEnd.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { type Audit, audit } from '../maintenance/audit.js';
import { allProjections } from '../projections/allProjections.js';
import type { Found, Search } from '../queries/search/searchObservations.js';
import { type AdminKey, adminKey } from '../secrets/adminKey.js';
import { type NewToken, newTokens } from '../secrets/newTokens.js';
import { openViews } from '../views/openViews.js';
import { type ReadModels, readModels } from '../views/readModels.js';
import { type Rebuilder, rebuilder } from '../views/rebuilder.js';
import { abandonIdleSessions } from './abandonIdleSessions.js';
import type { AppOptions } from './appOptions.js';
import { type AppThreads, appThreads } from './appThreads.js';
import { vaultHive } from './vaultHive.js';
import { START_WAIT_MS, type Wiper, wiper } from './wiper.js';

/** What the service is made of, wired by hand. */
export interface App {
  readonly config: Config;
  readonly adminKey: AdminKey;
  readonly newToken: NewToken;
  readonly clock: Clock;
  /** Takes out what must not be kept. */
  readonly filter: PrivacyFilter;
  readonly log: EventLog;
  readonly readModels: ReadModels;
  readonly executor: Executor;
  readonly wiper: Wiper;
  readonly audit: Audit;
  readonly rebuilder: Rebuilder;
  readonly logEnd: LogEnd;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Searches the read models, on threads of their own where there are some. */
  search(search: Search): Promise<Found>;
  /** The neighbour that notes are pushed to; it rests until it is started. */
  readonly hive: Hive;
  /** Has a listener called after each commit. It must not throw. */
  onCommit(listener: OnCommit): void;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Marks sessions that have been idle for too long; gives how many. */
  abandonIdleSessions(): Promise<number>;
  /** Aborts when the service begins to stop: what has no end of its own ends then. */
  readonly stopping: AbortSignal;
  /** Ends what would hold up a stop: streams of events, a rebuild or verification under way. */
  beginStop(): Promise<void>;
  /** Finishes what is waiting and lets go of the files. Searches that are not done soon are given up. */
  close(): Promise<void>;
  /** True while a thread is deep in a search or a verification: the end of the process would wait for it. */
  isBusy(): boolean;
}

type OnCommit = (appended: Appended, commit: Commit) => void;

/** Opens a vault: takes the lock, opens the log, brings the read models up to it. */
export async function openApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { clock = Date.now, onError = () => {}, maxLogPages: maxPages, checkpointPages } = options;
  // What a team knows is for its owner's eyes.
  makeDirectory(config.dataDir);
  tightenPermissions(config.dataDir);
  const lock = lockDirectory(config.dataDir, formatTime(toSeconds(clock())));
  const threads = appThreads(options, dataFiles(config));
  const { checkpoints } = threads;
  let log: EventLog | undefined;
  try {
    const key = adminKey(config.dataDir, config.adminKey);
    log = openSqliteEventLog(dataFiles(config).log, { maxPages, checkpointPages, checkpoints });
    // The names of the log and its write-ahead log. SQLite does this too, and ignores a failure.
    syncPath(config.dataDir);
    const views = await openViews({
      file: dataFiles(config).views,
      log,
      projections: options.projections ?? allProjections,
      onError,
      ...{ onProgress: options.onProgress, buildIndex: threads.buildIndex },
    });
    const models = readModels(threads.follow(views), options.gatherMs ?? 0);
    const { filter = privacyFilter(secretFinder([ownPatterns(config.privatePatterns)])) } = options;
    const hive = await vaultHive(config, { log, filter, now: clock, onError });
    const { position } = await log.head();
    const [last] = await log.readAfter(position - 1, 1);
    const newToken = newTokens(config.dataDir);
    const opened = { config, adminKey: key, newToken, clock, filter, log, hive };
    const at = { readModels: models, logEnd: logEnd(position), lastAt: last?.at ?? 0 };
    const app = assemble({ ...opened, ...at, threads, lock }, options);
    // A stop may have come between an erasure and its end; what takes long is finished meanwhile.
    await app.wiper.wipe(position, START_WAIT_MS).catch(onError);
    return app;
  } catch (error) {
    await threads.close();
    await log?.close();
    lock.release();
    throw error;
  }
}

/** What is there before the parts are wired to each other. */
interface Opened
  extends Pick<
    App,
    | 'config'
    | 'adminKey'
    | 'newToken'
    | 'clock'
    | 'filter'
    | 'log'
    | 'logEnd'
    | 'readModels'
    | 'hive'
  > {
  readonly lastAt: number;
  readonly threads: AppThreads;
  readonly lock: Lock;
}

function assemble({ lastAt, threads, lock, ...opened }: Opened, options: AppOptions): App {
  const { config, adminKey, clock, filter, log, readModels: models, hive } = opened;
  const { onBroken = () => {}, onError = () => {}, projections = allProjections } = options;
  const listeners: OnCommit[] = [() => hive.nudge()];
  const files = dataFiles(config);
  const commands = executor({
    log,
    lastAt,
    clock,
    filter,
    ids: options.ids ?? ulids(),
    onCommit(appended, commit) {
      models.apply(appended);
      opened.logEnd.moveTo(appended.head.position);
      for (const listener of listeners) listener(appended, commit);
    },
    onBroken,
  });
  adminKey.onRotated = () => {
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
    onError,
  });
  const wiping = wiper(log, models, rebuilds, onBroken);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const app: App = {
    ...opened,
    executor: commands,
    wiper: wiping,
    audit: audit({ dataDir: config.dataDir, log, work: threads.work }),
    rebuilder: rebuilds,
    stopping: stopping.signal,
    startedAt: clock(),
    onCommit: (listener) => void listeners.push(listener),
    search: async (search) => threads.search(await models.current(), search),
    databaseBytes: () => ({ log: bytesOf(files.log), views: bytesOf(files.views) }),
    abandonIdleSessions: () =>
      abandonIdleSessions(commands, models, toSeconds(clock() - config.sessionIdle)),
    async beginStop() {
      stopping.abort();
      await Promise.all([rebuilds.close(), threads.beginStop()]);
    },
    isBusy: threads.isBusy,
    async close() {
      await app.beginStop();
      await hive.close();
      await commands.idle();
      await threads.close();
      // Nobody here reads any more.
      await wiping.close();
      await models.close();
      await log.close();
      app.audit.close();
      lock.release();
    },
  };
  return app;
}
