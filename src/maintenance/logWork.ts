import { Worker } from 'node:worker_threads';
import { endThreads } from '../threads/endThreads.js';
import { type SignedCheckpoint, signCheckpoint } from './signCheckpoint.js';
import { type VerifyJob, type VerifyReport, verify } from './verify.js';

/** Work that reads the whole log from disk, by name. */
export interface LogWork {
  verify(job: VerifyJob): Promise<VerifyReport>;
  signCheckpoint(dataDir: string): Promise<SignedCheckpoint>;
}

/** Done where it is asked for. */
export const workHere: LogWork = {
  verify: (job) => verify(job),
  signCheckpoint: async (dataDir) => signCheckpoint(dataDir),
};

/** What goes to a thread and what comes back. */
export type Task = {
  [K in keyof LogWork]: { readonly name: K; readonly given: Given<K> };
}[keyof LogWork];
export type Done = { readonly result: unknown } | { readonly error: string };
type Given<K extends keyof LogWork> = Parameters<LogWork[K]>[0];

/** Work done in threads. */
export interface ThreadedWork extends LogWork {
  /** Ends what is under way. Resolves when it has ended, or after a second: what is deep in SQLite cannot be. */
  close(): Promise<void>;
  /** True while a thread has not ended. */
  isRunning(): boolean;
}

/** Done in a thread for each, so that nothing else waits. */
export function workInThreads(): ThreadedWork {
  const running = new Set<Worker>();

  async function run<T>(task: Task): Promise<T> {
    const worker = new Worker(new URL('./logThread.js', import.meta.url), { workerData: task });
    running.add(worker);
    try {
      const done = await new Promise<Done>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error(`${task.name} was interrupted`)));
      });
      if ('error' in done) throw new Error(done.error);
      // The thread answers with what `workHere` gives for the same name.
      return done.result as T;
    } finally {
      running.delete(worker);
    }
  }

  return {
    verify: (given) => run({ name: 'verify', given }),
    signCheckpoint: (given) => run({ name: 'signCheckpoint', given }),
    async close() {
      await endThreads(running);
    },
    isRunning: () => running.size > 0,
  };
}
