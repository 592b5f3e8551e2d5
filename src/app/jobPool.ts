import { Rejection } from '../domain/rejection.js';
import { IDLE_MS, openWorker, PATIENCE_MS, type WorkerClient } from '../threads/worker.js';
import type { JobContract, JobData, Run } from './jobs.js';

/** Threads that run jobs, and what they may take. */
interface PoolSettings {
  /** What errors call the work of a thread: "a search thread", as in "a search thread was interrupted". By default the name of the job. */
  readonly name?: string;
  /** How many there may be; `one a job`: each job has a thread of its own, which ends with it. Only those tell of their steps. */
  readonly threads: number | 'one a job';
  /** Another thread starts when the least busy one has so many jobs. */
  readonly deep?: number;
  /** So many jobs may wait for one thread; after that they are refused in these words. */
  readonly waiting?: { readonly most: number; readonly refusal: string };
  /** A thread ends when it was given nothing for so long, and has nothing left to do. */
  readonly idleMs?: number;
  readonly memory?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb?: number };
}

interface JobThread {
  readonly worker: WorkerClient<JobContract>;
  readonly idle: NodeJS.Timeout | undefined;
}

/**
 * Runs jobs on threads of their own, so that nothing else waits for them. A thread starts with the first job that finds none, or
 * none that is free enough, and ends when it is idle. One that dies fails the jobs it had, and the next job starts another.
 */
export function jobPool(
  data: JobData,
  { name, threads: most, deep = 1, waiting, idleMs = IDLE_MS, memory }: PoolSettings,
) {
  const threads = new Set<JobThread>();
  let ending: Promise<unknown> = Promise.resolve();
  let gate: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(called: string, onStep: (step: unknown) => void): JobThread {
    const worker = openWorker<JobContract>(new URL('./jobThread.js', import.meta.url), {
      name: called,
      data,
      on: { step: onStep },
      ...(memory && { resourceLimits: memory }),
    });
    const endIfIdle = () => {
      if (worker.pending() > 0) thread.idle?.refresh();
      else end(thread);
    };
    const idle = most === 'one a job' ? undefined : setTimeout(endIfIdle, idleMs).unref();
    const thread: JobThread = { worker, idle };
    threads.add(thread);
    return thread;
  }

  function end(thread: JobThread): void {
    threads.delete(thread);
    clearTimeout(thread.idle);
    ending = Promise.all([ending, thread.worker.close()]);
  }

  function leastBusy(): JobThread | undefined {
    let best: JobThread | undefined;
    for (const thread of threads) {
      if (!thread.worker.isRunning()) end(thread);
      else if (!best || thread.worker.pending() < best.worker.pending()) best = thread;
    }
    return best;
  }

  /** A thread for one more job. Call it without a wait after this, or its file may have to be closed by then. */
  function threadFor(job: string, hasBegun: boolean, onStep: (step: unknown) => void): JobThread {
    if (isClosed) throw stopping();
    const best = most === 'one a job' ? undefined : leastBusy();
    if (!best || (best.worker.pending() >= deep && threads.size < Number(most)))
      return start(name ?? job, onStep);
    if (waiting && !hasBegun && best.worker.pending() >= waiting.most)
      throw new Rejection('overloaded', waiting.refusal);
    best.idle?.refresh();
    return best;
  }

  const run: Run = async (job, input, { onStep = () => {}, signal, hasBegun = false } = {}) => {
    await gate;
    signal?.throwIfAborted();
    // The caller names the job, and so what its steps are.
    const thread = threadFor(job, hasBegun, (step) => onStep(step as never));
    const interrupt = () => void thread.worker.close();
    signal?.addEventListener('abort', interrupt);
    try {
      // What a job gives is in the table of jobs; a message between threads does not keep it.
      return (await thread.worker.call('run', job, input)) as never;
    } catch (error) {
      throw isClosed ? stopping() : error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      if (most === 'one a job') {
        end(thread);
        await ending;
      }
    }
  };

  return {
    run,
    /** Runs `work` while no thread has the read models open; jobs that come meanwhile wait for its end. */
    async whileClosed(work: () => Promise<void>): Promise<void> {
      // A thread that dies has closed its file as well.
      const closing = [...threads].map(({ worker }) => worker.call('closeViews'));
      const working = Promise.allSettled([ending, ...closing]).then(work);
      gate = working.catch(() => {});
      await working;
    },
    /**
     * Ends the threads; jobs that run or wait get `not_ready`. Resolves when they have ended, or after a second: a thread deep in
     * SQLite goes on.
     */
    async close(): Promise<void> {
      isClosed = true;
      for (const { idle } of threads) clearTimeout(idle);
      const closing = [...threads].map(({ worker }) => worker.close(PATIENCE_MS));
      await Promise.all([...closing, Promise.race([ending, ...closing])]);
    },
    /** True while a thread has not ended. */
    isRunning: () => [...threads].some(({ worker }) => worker.isRunning()),
  };
}

const stopping = () => new Rejection('not_ready', 'the service is stopping');
