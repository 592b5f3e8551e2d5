import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { adminKey } from './adminKey.js';
import { abandonSession } from './commands/abandonSession.js';
import { type Commit, type Executor, executor } from './commands/executor.js';
import type { Config } from './config.js';
import { type Ids, ulids } from './domain/ids.js';
import { type PrivacyFilter, privacyFilter } from './domain/privacy/privacyFilter.js';
import { type Clock, formatTime, toSeconds } from './domain/time.js';
import type { Appended, EventLog, LogBroken } from './log/eventLog.js';
import { type Lock, lockDirectory } from './log/lock.js';
import { openSqliteEventLog } from './log/sqliteEventLog.js';
import { allProjections } from './projections/allProjections.js';
import { openViews } from './projections/openViews.js';
import type { Projection } from './projections/projection.js';
import type { OnProgress, Projector } from './projections/projector.js';
import { type Found, type Search, searchObservations } from './queries/searchObservations.js';
import { searchPool } from './queries/searchPool.js';
import { idleSessions } from './queries/sessions.js';

/** What the service is made of, wired by hand. */
export interface App {
  readonly config: Config;
  readonly adminKey: string;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly projector: Projector;
  readonly executor: Executor;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Searches the read models, on threads of their own where there are some. */
  search(search: Search): Promise<Found>;
  /** Called after each commit; the metrics hang on to it. */
  onCommit: (appended: Appended, commit: Commit) => void;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Marks sessions that have been idle for too long; gives how many. */
  abandonIdleSessions(): Promise<number>;
  /** Finishes what is waiting and lets go of the files. */
  close(): Promise<void>;
}

/** Sessions that are abandoned in one commit. */
const TOGETHER = 256;

/** What may be other than in a plain start: a test has its own clock, the service its own threads. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly filter?: PrivacyFilter;
  readonly projections?: readonly Projection[];
  /** How many threads answer searches; by default none, and they are answered where they arrive. */
  readonly searchThreads?: number;
  /** Bounds the size of log.db, in pages of 4 KiB. */
  readonly maxLogPages?: number;
  readonly onError?: (error: unknown) => void;
  readonly onBroken?: (error: LogBroken) => void;
  readonly onProgress?: OnProgress;
}

/** Opens a vault: takes the lock, opens the log, brings the read models up to it. */
export async function openApp(config: Config, options: AppOptions = {}): Promise<App> {
  const clock = options.clock ?? Date.now;
  const onError = options.onError ?? (() => {});
  // What a team knows is for its owner's eyes. A directory that is already there is left as it is.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(config.dataDir, formatTime(toSeconds(clock())));
  let log: EventLog | undefined;
  try {
    const key = adminKey(config.dataDir, config.adminKey);
    log = openSqliteEventLog(join(config.dataDir, 'log.db'), { maxPages: options.maxLogPages });
    const projector = await openViews({
      file: viewsFile(config),
      log,
      projections: options.projections ?? allProjections,
      onError,
      onProgress: options.onProgress,
    });
    const [last] = await log.readAfter((await log.head()).position - 1, 1);
    return assemble({ config, key, clock, log, lastAt: last?.at ?? 0, lock, projector, options });
  } catch (error) {
    await log?.close();
    lock.release();
    throw error;
  }
}

function assemble(parts: {
  readonly config: Config;
  readonly key: string;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly lastAt: number;
  readonly lock: Lock;
  readonly projector: Projector;
  readonly options: AppOptions;
}): App {
  const { config, clock, log, lock, projector, options } = parts;
  const commands = executor({
    log,
    lastAt: parts.lastAt,
    clock,
    filter: options.filter ?? privacyFilter(),
    ids: options.ids ?? ulids(),
    onCommit(appended, commit) {
      projector.apply(appended);
      app.onCommit(appended, commit);
    },
    onBroken: options.onBroken ?? (() => {}),
  });
  const { searchThreads = 0 } = options;
  const pool = searchThreads > 0 ? searchPool(viewsFile(config), searchThreads) : undefined;
  const app: App = {
    config,
    adminKey: parts.key,
    clock,
    log,
    projector,
    executor: commands,
    startedAt: clock(),
    onCommit: () => {},
    search: async (search) =>
      pool ? pool.search(search) : searchObservations(projector.views, search),
    databaseBytes: () => ({
      log: bytesOf(join(config.dataDir, 'log.db')),
      views: bytesOf(viewsFile(config)),
    }),
    async abandonIdleSessions() {
      const idle = idleSessions(projector.views, toSeconds(clock() - config.sessionIdle));
      const asked = { meta: { actor: 'system' } };
      for (let i = 0; i < idle.length; i += TOGETHER) {
        const some = idle.slice(i, i + TOGETHER);
        await Promise.all(some.map((id) => commands.execute(abandonSession, { id }, asked)));
      }
      return idle.length;
    },
    async close() {
      await commands.idle();
      await pool?.close();
      projector.close();
      await log.close();
      lock.release();
    },
  };
  return app;
}

const viewsFile = (config: Config) => join(config.dataDir, 'views.db');

function bytesOf(file: string): number {
  return [file, `${file}-wal`].reduce(
    (sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
