import { Worker } from 'node:worker_threads';
import type { Found, Search } from './searchObservations.js';

/** Answers searches on threads of their own, so that a long one holds up no save. */
export interface SearchPool {
  search(search: Search): Promise<Found>;
  close(): Promise<void>;
}

/** What goes to a thread and what comes back. */
export interface Asked {
  readonly id: number;
  readonly search: Search;
}
export type Answered =
  | { readonly id: number; readonly found: Found }
  | { readonly id: number; readonly error: string };

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve: (found: Found) => void; reject: (e: Error) => void }>;
}

/**
 * A pool of `size` threads, each with a read-only connection to the file of read models. Threads start
 * with the first search. One that dies fails the searches it had, and is replaced by the next search.
 */
export function searchPool(file: string, size: number): SearchPool {
  const threads: (Thread | undefined)[] = Array.from({ length: size });
  let next = 0;
  let closed = false;

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

  return {
    async search(search) {
      if (closed) throw new Error('the search threads have ended');
      const { worker, waiting } = leastBusy();
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, search } satisfies Asked);
      });
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread?.worker.terminate()));
    },
  };
}

function startThread(file: string, onExit: () => void): Thread {
  const worker = new Worker(new URL('./searchThread.js', import.meta.url), { workerData: file });
  const waiting: Thread['waiting'] = new Map();
  let cause = new Error('the search was interrupted');
  worker.on('message', (answer: Answered) => {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('found' in answer) one?.resolve(answer.found);
    else one?.reject(new Error(answer.error));
  });
  worker.on('error', (error: unknown) => {
    // What crosses the border of a thread may have lost its class on the way.
    cause = error instanceof Error ? error : new Error(`a search thread failed: ${codeOf(error)}`);
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

function codeOf(error: unknown): string {
  return typeof error === 'object' && error && 'code' in error ? String(error.code) : String(error);
}
