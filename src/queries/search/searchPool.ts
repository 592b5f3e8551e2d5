import { Worker } from 'node:worker_threads';
import { Rejection } from '../../domain/rejection.js';
import { endThreads } from '../../threads/endThreads.js';
import { threadError } from '../../threads/threadError.js';
import type { Search, SearchPage } from './searchObservations.js';

/** Answers searches on threads of their own, so that a long one holds up no save. */
export interface SearchPool {
  /** Rejects with `overloaded` when too many are waiting. */
  search(search: Search): Promise<SearchPage>;
  /** Does something while no thread has the file open; searches that come meanwhile wait for its end. */
  whileClosed(work: () => Promise<void>): Promise<void>;
  /** Ends the threads. Resolves when they have ended, or after a second: one deep in SQLite cannot be. */
  close(): Promise<void>;
  /** True while a thread has not ended. */
  isRunning(): boolean;
}

/** Searches that one thread may have waiting. */
const MOST_WAITING = 250;
/** A page of the longest notes fits well; what is left behind by small ones is thrown away sooner. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/** What goes to a thread and what comes back. */
export interface Asked {
  readonly id: number;
  /** Null asks it to close the file until the next search. */
  readonly search: Search | null;
}
export type Answered =
  | { readonly id: number; readonly found: SearchPage | null }
  | { readonly id: number; readonly error: string };

interface Waiting {
  resolve(found: SearchPage | null): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/**
 * A pool of `size` threads, each with a read-only connection to the file of read models. Threads start
 * with the first search. One that dies fails the searches it had, and is replaced by the next search.
 */
export function searchPool(file: string, size: number): SearchPool {
  const threads: (Thread | undefined)[] = Array.from({ length: size });
  let next = 0;
  let closed = false;
  let gate: Promise<unknown> = Promise.resolve();

  function threadAt(place: number): Thread {
    const running = threads[place];
    if (running) return running;
    const thread = startThread(file, () => {
      if (threads[place] === thread) threads[place] = undefined;
    });
    threads[place] = thread;
    return thread;
  }

  function leastBusy(): Thread {
    const load = threads.map((thread) => thread?.waiting.size ?? 0);
    return threadAt(load.indexOf(Math.min(...load)));
  }

  function ask({ worker, waiting }: Thread, search: Search | null): Promise<SearchPage | null> {
    const id = next++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, search } satisfies Asked);
    });
  }

  return {
    async search(search) {
      await gate;
      if (closed) throw new Error('the search threads have ended');
      const thread = leastBusy();
      if (thread.waiting.size >= MOST_WAITING) {
        throw new Rejection('overloaded', 'too many searches are waiting: try again later');
      }
      const found = await ask(thread, search);
      if (!found) throw new Error('a search thread gave no answer');
      return found;
    },
    async whileClosed(work) {
      const running = threads.filter((thread) => thread !== undefined);
      // A thread that dies has closed its file as well.
      const working = Promise.allSettled(running.map((thread) => ask(thread, null))).then(work);
      gate = working.catch(() => {});
      await working;
    },
    async close() {
      closed = true;
      await endThreads(threads.flatMap((thread) => (thread ? [thread.worker] : [])));
    },
    isRunning: () => threads.some((thread) => thread !== undefined),
  };
}

function startThread(file: string, onExit: () => void): Thread {
  const worker = new Worker(new URL('./searchThread.js', import.meta.url), {
    workerData: file,
    resourceLimits: MEMORY,
  });
  const waiting: Thread['waiting'] = new Map();
  let cause = new Error('the search was interrupted');
  worker.on('message', (answer: Answered) => {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('found' in answer) one?.resolve(answer.found);
    else one?.reject(new Error(answer.error));
  });
  worker.on('error', (error: unknown) => {
    cause = threadError('a search thread', error);
  });
  worker.on('exit', () => {
    onExit();
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  });
  // Nothing to wait for when the rest of the process is done.
  worker.unref();
  return { worker, waiting };
}
