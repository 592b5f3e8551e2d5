import { ownFilter } from '../domain/privacy/ownFilter.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
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
import { type WalCheckpointer, walCheckpointerOnThread } from '../sqlite/walCheckpointer.js';
import type { BuildIndex } from '../views/buildIndex.js';
import { type Build, buildReplacementHere, type RebuildFiles } from '../views/buildReplacement.js';
import type { Follower } from '../views/follower.js';
import { followOnThread } from '../views/followOnThread.js';
import { indexOnThread } from '../views/indexOnThread.js';
import type { Projector } from '../views/projector.js';
import type { ReadModels } from '../views/readModels.js';
import { rebuildOnThread } from '../views/rebuildOnThread.js';
import type { AppOptions } from './appOptions.js';
import { filterOnThread } from './filterOnThread.js';

/** Where long work runs: on threads where there are some, else on the caller's thread. */
export interface AppThreads {
  readonly work: LogWork;
  readonly build: Build;
  /** How the search index is built when a start builds read models. */
  readonly buildIndex: BuildIndex | undefined;
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
    buildIndex: logThreads ? indexOnThread : undefined,
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
