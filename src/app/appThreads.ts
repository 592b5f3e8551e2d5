import { workHere, workInThreads } from '../maintenance/logWork.js';
import { type Filtered, ownFilter, type PrivacyFilter } from '../privacy/privacyFilter.js';
import { allProjections } from '../projections/allProjections.js';
import { closestProjects } from '../queries/closest/closest.js';
import { countFacets } from '../queries/search/facets.js';
import { findNewest } from '../queries/search/findNewest.js';
import { searchObservations } from '../queries/search/search.js';
import { type SearchPool, searchPool } from '../queries/search/searchPool.js';
import { shownFrom } from '../queries/visible.js';
import type { Sql } from '../sqlite/sqlite.js';
import { walCheckpointerOnThread } from '../sqlite/walCheckpoint.js';
import { openWorker, type WorkerClient } from '../threads/worker.js';
import {
  buildReplacementHere,
  type RebuildFiles,
  rebuildOnThread,
} from '../views/buildReplacement.js';
import { followOnThread } from '../views/followOnThread.js';
import type { Follower, Projector } from '../views/projector.js';
import type { ReadModels } from '../views/readModels.js';
import type { AppOptions } from './app.js';
import type { Searches } from './vault.js';

/**
 * Where long work runs: on the threads that `options` ask for, else on the caller's thread. It is about the databases in
 * `files`; `patterns` are the owner's own of the privacy filter.
 */
export function appThreads(options: AppOptions, files: RebuildFiles, patterns: readonly RegExp[]) {
  const { searchThreads = 0, logThreads = false, projections = allProjections } = options;
  const { onError = () => {}, filter: here = ownFilter(patterns) } = options;
  const work = logThreads ? workInThreads() : undefined;
  const pool = searchThreads > 0 ? searchPool(files.views, searchThreads) : undefined;
  const checkpoints = logThreads ? walCheckpointerOnThread(onError) : undefined;
  const filtering = logThreads && !options.filter ? filterOnThread(here, { patterns }) : undefined;
  return {
    work: work ?? workHere,
    build: logThreads ? rebuildOnThread : buildReplacementHere(projections),
    checkpoints,
    filter: filtering?.filter ?? here,
    searches: (readModels: ReadModels) => searchesIn(readModels, pool),
    /** True while a thread runs a search or a verification. The end of the process would wait for it. */
    isBusy: () => Boolean(pool?.isRunning() || work?.isRunning()),
    /** Keeps read models that have caught up with the log up to date; `onError` takes what that cannot do. */
    follow: (views: Projector, onError: (error: unknown) => void): Follower =>
      logThreads ? followOnThread(views, files, onError) : views,
    /** Runs `work` while no thread has views.db open. */
    withReadersClosed: (work: () => Promise<void>) => (pool ? pool.whileClosed(work) : work()),
    /** Ends whatever would delay a stop. */
    beginStop: async () => work?.close(),
    /** Ends the threads. Comes before their files are closed. */
    async close() {
      await pool?.close();
      await filtering?.close();
      await checkpoints?.close();
    },
  };
}

function searchesIn(readModels: ReadModels, pool: SearchPool | undefined): Searches {
  async function ask<Question, Answer>(
    models: ReturnType<typeof shownFrom>,
    question: Question,
    here: (views: Sql, question: Question) => Answer,
    there: ((question: Question) => Promise<Answer>) | undefined,
  ): Promise<Answer> {
    const views = await readModels.current(...models);
    if (!there) return here(views, question);
    return there(question).catch((error) => Promise.reject(readModels.refusal(error)));
  }
  return {
    search: (search) => ask(shownFrom(search.sees), search, searchObservations, pool?.search),
    facets: (search) => ask(['observations'], search, countFacets, pool?.facets),
    closestProjects: (asked) =>
      ask(shownFrom(asked.sees), asked, closestProjects, pool?.closestProjects),
    findNewest: (listing) => ask(['observations'], listing, findNewest, pool?.findNewest),
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
