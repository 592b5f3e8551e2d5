import { type LogWork, workHere, workInThreads } from '../maintenance/logWork.js';
import { allProjections } from '../projections/allProjections.js';
import {
  type Search,
  type SearchPage,
  searchObservations,
} from '../queries/search/searchObservations.js';
import { searchPool } from '../queries/search/searchPool.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type WalCheckpointer, walCheckpointerOnThread } from '../sqlite/walCheckpointer.js';
import type { BuildIndex } from '../views/buildIndex.js';
import { type Build, buildReplacementHere, type RebuildFiles } from '../views/buildReplacement.js';
import { type Follower, followHere } from '../views/follower.js';
import { followOnThread } from '../views/followOnThread.js';
import { indexOnThread } from '../views/indexOnThread.js';
import type { Projector } from '../views/projector.js';
import { rebuildOnThread } from '../views/rebuildOnThread.js';
import type { AppOptions } from './appOptions.js';

/** Who does what takes long: threads where there are some, else whoever asks for it. */
export interface AppThreads {
  readonly work: LogWork;
  readonly build: Build;
  /** How a start that builds read models has their search index made. */
  readonly buildIndex: BuildIndex | undefined;
  readonly checkpoints: WalCheckpointer | undefined;
  /** Searches read models, in place or on a thread that has their file open. */
  search(views: Sql, search: Search): Promise<SearchPage>;
  /** True while a thread is deep in a search or a verification: the end of the process would wait for it. */
  isBusy(): boolean;
  /** Goes on with read models that are up to the log. */
  follow(views: Projector): Follower;
  /** Does something while no thread has the file of read models open. */
  withReadersClosed(work: () => Promise<void>): Promise<void>;
  /** Ends what would hold up a stop. */
  beginStop(): Promise<void>;
  /** Ends the threads; before the files are closed that they have open. */
  close(): Promise<void>;
}

/** The threads that `options` ask for, about the databases in `files`. */
export function appThreads(options: AppOptions, files: RebuildFiles): AppThreads {
  const { searchThreads = 0, logThreads = false, projections = allProjections } = options;
  const { onError = () => {} } = options;
  const work = logThreads ? workInThreads() : undefined;
  const pool = searchThreads > 0 ? searchPool(files.views, searchThreads) : undefined;
  const checkpoints = logThreads ? walCheckpointerOnThread(onError) : undefined;
  return {
    work: work ?? workHere,
    build: logThreads ? rebuildOnThread : buildReplacementHere(projections),
    buildIndex: logThreads ? indexOnThread : undefined,
    checkpoints,
    search: async (views, search) => pool?.search(search) ?? searchObservations(views, search),
    isBusy: () => Boolean(pool?.isRunning() || work?.isRunning()),
    follow: (views) => (logThreads ? followOnThread(views, files, onError) : followHere(views)),
    withReadersClosed: (alone) => (pool ? pool.whileClosed(alone) : alone()),
    beginStop: async () => work?.close(),
    async close() {
      await pool?.close();
      await checkpoints?.close();
    },
  };
}
