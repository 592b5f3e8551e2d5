import { setImmediate as nextTurn } from 'node:timers/promises';
import { Rejection } from '../../domain/rejection.js';
import { openWorker, PATIENCE_MS, type WorkerClient } from '../../threads/worker.js';
import type { AskedProject } from '../closest/closest.js';
import type { Facets } from './facets.js';
import type { FoundPlace, Listing } from './findNewest.js';
import type { Search } from './parse.js';
import type { FoundMatches, HitSlice, SearchPage } from './show.js';

/** Searches that one thread may have waiting. */
const MOST_WAITING = 250;
/** A page of the longest notes fits well. A search makes some MB of garbage: with 4 MB for it, it takes up to twice as long. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** One thread is enough for searches that come one after another. Others end when they have had nothing to do for so long. */
const IDLE_MS = 60_000;

export interface SearchContract {
  /** The file of read models. */
  readonly data: string;
  readonly methods: {
    search(search: Search): HitSlice & Pick<SearchPage, 'reading'>;
    /** The next hits of a search. */
    readOn(left: FoundMatches): HitSlice;
    facets(search: Search): Facets;
    closestProjects(asked: AskedProject): readonly string[];
    findNewest(listing: Listing): readonly FoundPlace[];
    /** Closes the file until the next search. */
    closeFile(): void;
  };
}

type SearchThread = WorkerClient<SearchContract>;
export type SearchPool = ReturnType<typeof searchPool>;

/**
 * Answers searches on `size` threads, so that no save waits for a long search. Each has a read-only connection to the
 * file of read models. Threads start with the first search that finds no idle one, and all but the first end when they have
 * been idle for a minute. One that dies fails the searches it had, and is replaced by the next search.
 */
export function searchPool(file: string, size: number, idleMs = IDLE_MS) {
  const threads: (SearchThread | undefined)[] = Array.from({ length: size });
  let closed = false;
  let gate: Promise<unknown> = Promise.resolve();
  /** Of threads that were idle. */
  let ending: Promise<unknown> = Promise.resolve();
  const idle = threads.map((_, place) => setTimeout(endIfIdle, idleMs, place).unref());

  function endIfIdle(place: number): void {
    const thread = threads[place];
    if (place === 0 || !thread) return;
    if (thread.pending() > 0) {
      idle[place]?.refresh();
      return;
    }
    threads[place] = undefined;
    ending = Promise.all([ending, thread.close()]);
  }

  function leastBusy(): SearchThread {
    const load = threads.map((thread) => thread?.pending() ?? 0);
    const place = load.indexOf(Math.min(...load));
    idle[place]?.refresh();
    const thread = threads[place];
    if (thread?.isRunning()) return thread;
    const started = openWorker<SearchContract>(new URL('./searchThread.js', import.meta.url), {
      name: 'a search thread',
      data: file,
      resourceLimits: MEMORY,
    });
    threads[place] = started;
    return started;
  }

  /** A thread for one more call. Ask for it and call it without a wait between, or its file may have to be closed by then. */
  function freeThread(): SearchThread {
    if (closed) throw new Error('the search threads have ended');
    const thread = leastBusy();
    if (thread.pending() >= MOST_WAITING) {
      throw new Rejection('overloaded', 'too many searches are waiting: try again later');
    }
    return thread;
  }

  const running = () =>
    threads.filter((thread) => thread !== undefined).filter((thread) => thread.isRunning());

  return {
    /** Rejects with `overloaded` when too many are waiting. */
    async search(search: Search): Promise<SearchPage> {
      await gate;
      const thread = freeThread();
      const { reading, ...first } = await thread.call('search', search);
      const hits = [...first.hits];
      // A hundred of the longest notes in one message would hold the event loop for as long as it takes to read it.
      for (let { left } = first; left.matches.length > 0; ) {
        await nextTurn();
        await gate;
        const next = await thread.call('readOn', left);
        hits.push(...next.hits);
        left = next.left;
      }
      return { hits, reading };
    },
    /** As `countFacets`. Rejects as `search` does. */
    async facets(search: Search): Promise<Facets> {
      await gate;
      return freeThread().call('facets', search);
    },
    /** As `closestProjects`. Rejects as `search` does. */
    async closestProjects(asked: AskedProject): Promise<readonly string[]> {
      await gate;
      return freeThread().call('closestProjects', asked);
    },
    /** As `findNewest`. Rejects as `search` does. */
    async findNewest(listing: Listing): Promise<readonly FoundPlace[]> {
      await gate;
      return freeThread().call('findNewest', listing);
    },
    /** Runs `work` while no thread has the file open; searches that come meanwhile wait for its end. */
    async whileClosed(work: () => Promise<void>): Promise<void> {
      // A thread that dies has closed its file as well.
      const filesClosed = running().map((thread) => thread.call('closeFile'));
      const fileClosed = Promise.allSettled([ending, ...filesClosed]);
      const working = fileClosed.then(work);
      gate = working.catch(() => {});
      await working;
    },
    /** Ends the threads. Resolves when they have ended, or after a second: a thread deep in SQLite goes on. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all([ending, ...running().map((thread) => thread.close(PATIENCE_MS))]);
    },
    /** True while a thread runs. */
    isRunning: () => running().length > 0,
  };
}
