import { openWorker, PATIENCE_MS, type WorkerClient } from '../threads/worker.js';
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

export interface LogContract {
  readonly data: undefined;
  readonly methods: LogWork;
}

/** Work done in threads. */
export interface ThreadedWork extends LogWork {
  /** Ends what is under way. Resolves when it has ended, or after a second: what is deep in SQLite cannot be. */
  close(): Promise<void>;
  /** True while a thread has not ended. */
  isRunning(): boolean;
}

/** Done in a thread for each, so that nothing else waits. */
export function workInThreads(): ThreadedWork {
  const running = new Set<WorkerClient<LogContract>>();

  async function onThread<T>(
    name: keyof LogWork,
    run: (worker: WorkerClient<LogContract>) => Promise<T>,
  ): Promise<T> {
    const url = new URL('./logThread.js', import.meta.url);
    const worker = openWorker<LogContract>(url, { name, data: undefined });
    running.add(worker);
    try {
      return await run(worker);
    } finally {
      await worker.close();
      running.delete(worker);
    }
  }

  return {
    verify: (job) => onThread('verify', (worker) => worker.call('verify', job)),
    signCheckpoint: (dataDir) =>
      onThread('signCheckpoint', (worker) => worker.call('signCheckpoint', dataDir)),
    async close() {
      await Promise.all([...running].map((worker) => worker.close(PATIENCE_MS)));
    },
    isRunning: () => running.size > 0,
  };
}
