import { type Filtered, ownFilter, type PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { type LogWork, workHere, workInThreads } from '../maintenance/logWork.js';
import { allProjections } from '../projections/allProjections.js';
import { type AskedProject, closestProjects } from '../queries/closest/closestProjects.js';
import { countFacets, type Facets } from '../queries/search/facets.js';
import { type FoundPlace, findNewest, type Listing } from '../queries/search/findNewest.js';
import type { Search } from '../queries/search/parse.js';
import { searchObservations } from '../queries/search/search.js';
import { type SearchPool, searchPool } from '../queries/search/searchPool.js';
import type { SearchPage } from '../queries/search/show.js';
import { shownFrom } from '../queries/visible.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type WalCheckpointer, walCheckpointerOnThread } from '../sqlite/walCheckpoint.js';
import { openWorker, type WorkerClient } from '../threads/worker.js';
import {
  type Build,
  buildReplacementHere,
  type RebuildFiles,
  rebuildOnThread,
} from '../views/buildReplacement.js';
import { followOnThread } from '../views/followOnThread.js';
import type { Follower, Projector } from '../views/projector.js';
import type { ReadModels } from '../views/readModels.js';
import type { AppOptions } from './app.js';

/** Where long work runs: on threads where there are some, else on the caller's thread. */
export interface AppThreads {
  readonly work: LogWork;
  readonly build: Build;
  readonly checkpoints: WalCheckpointer | undefined;
  readonly filter: PrivacyFilter;
  /** Searches read models, here or on a thread that has their file open. Refuses as `ReadModels.current` does. */
  search(readModels: ReadModels, search: Search): Promise<SearchPage>;
  /** As the query `countFacets`, where a search runs. */
  facets(readModels: ReadModels, search: Search): Promise<Facets>;
  /** As the query `closestProjects`, where a search runs. */
  closestProjects(readModels: ReadModels, asked: AskedProject): Promise<readonly string[]>;
  /** As the query `findNewest`, where a search runs. */
  findNewest(readModels: ReadModels, listing: Listing): Promise<readonly FoundPlace[]>;
  /** True while a thread runs a search or a verification. The end of the process would wait for it. */
  isBusy(): boolean;
  /** Keeps read models that have caught up with the log up to date; `onError` takes what that cannot do. */
  follow(views: Projector, onError: (error: unknown) => void): Follower;
  /** Runs `work` while no thread has views.db open. */
  withReadersClosed(work: () => Promise<void>): Promise<void>;
  /** Ends whatever would delay a stop. */
  beginStop(): Promise<void>;
  /** Ends the threads. Comes before their files are closed. */
  close(): Promise<void>;
}

/** The threads that `options` ask for, about the databases in `files`; `patterns` are the owner's own of the privacy filter. */
export function appThreads(
  options: AppOptions,
  files: RebuildFiles,
  patterns: readonly RegExp[],
): AppThreads {
  const { searchThreads = 0, logThreads = false, projections = allProjections } = options;
  const { onError = () => {} } = options;
  const work = logThreads ? workInThreads() : undefined;
  const pool = searchThreads > 0 ? searchPool(files.views, searchThreads) : undefined;
  const checkpoints = logThreads ? walCheckpointerOnThread(onError) : undefined;
  const { filter: here = ownFilter(patterns) } = options;
  const filtering = logThreads && !options.filter ? filterOnThread(here, { patterns }) : undefined;
  /** Asks read models that are current, on a thread that searches or, without one, here. */
  async function asked<T>(
    readModels: ReadModels,
    models: ReturnType<typeof shownFrom>,
    { here, there }: { here(views: Sql): T; there(pool: SearchPool): Promise<T> },
  ): Promise<T> {
    const views = await readModels.current(...models);
    if (!pool) return here(views);
    return there(pool).catch((error) => Promise.reject(readModels.refusal(error)));
  }
  return {
    work: work ?? workHere,
    build: logThreads ? rebuildOnThread : buildReplacementHere(projections),
    checkpoints,
    filter: filtering?.filter ?? here,
    search: (readModels, search) =>
      asked(readModels, shownFrom(search.sees), {
        here: (views) => searchObservations(views, search),
        there: (pool) => pool.search(search),
      }),
    facets: (readModels, search) =>
      asked(readModels, ['observations'], {
        here: (views) => countFacets(views, search),
        there: (pool) => pool.facets(search),
      }),
    closestProjects: (readModels, project) =>
      asked(readModels, shownFrom(project.sees), {
        here: (views) => closestProjects(views, project),
        there: (pool) => pool.closestProjects(project),
      }),
    findNewest: (readModels, listing) =>
      asked(readModels, ['observations'], {
        here: (views) => findNewest(views, listing),
        there: (pool) => pool.findNewest(listing),
      }),
    isBusy: () => Boolean(pool?.isRunning() || work?.isRunning()),
    follow: (views, onError) => (logThreads ? followOnThread(views, files, onError) : views),
    withReadersClosed: (alone) => (pool ? pool.whileClosed(alone) : alone()),
    beginStop: async () => work?.close(),
    async close() {
      await pool?.close();
      await filtering?.close();
      await checkpoints?.close();
    },
  };
}

/** A thread that filters texts. */
export interface FilterContract {
  /** The owner's own patterns. */
  readonly data: { readonly patterns: readonly RegExp[] };
  readonly methods: { filter(text: string): Filtered };
}

/** Longer texts, in UTF-16 units, are filtered on the thread. The slowest of this length takes some 20 ms. */
export const LONGEST_HERE = 16 * 1024;

/** What it makes of a text is garbage when it has answered: with more room for that, it keeps 32 MB and is no faster. */
const MEMORY = { maxYoungGenerationSizeMb: 4 };

/** A filter that holds up nobody: `here` for short texts, and for long ones a thread, which the first of them starts. */
export function filterOnThread(
  here: PrivacyFilter,
  data: FilterContract['data'],
): { readonly filter: PrivacyFilter; close(): Promise<void> } {
  let thread: WorkerClient<FilterContract> | undefined;
  const running = () => {
    // One that has died is replaced.
    if (thread?.isRunning()) return thread;
    thread = openWorker<FilterContract>(new URL('./filterThread.js', import.meta.url), {
      name: 'the privacy filter',
      data,
      resourceLimits: MEMORY,
    });
    return thread;
  };
  return {
    filter: async (text) => {
      if (text.length <= LONGEST_HERE) return here(text);
      return running().call('filter', text);
    },
    close: async () => thread?.close(),
  };
}
