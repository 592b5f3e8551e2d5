import { Rejection } from '../domain/rejection.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { openWorker, PATIENCE_MS, type WorkerClient } from '../threads/worker.js';
import { damageIn } from '../views/damageIn.js';
import { type SignedCheckpoint, signCheckpoint } from './signCheckpoint.js';
import { type VerifyJob, type VerifyReport, verify } from './verify.js';

/** Work that reads a whole file from disk, by name. */
export interface LogWork {
  verify(job: VerifyJob): Promise<VerifyReport>;
  signCheckpoint(dataDir: string): Promise<SignedCheckpoint>;
  /** As the function `damageIn`, about the read models in a file. */
  damageIn(viewsFile: string): Promise<readonly string[]>;
}

/** Does the work on the thread that calls it. */
export const workHere: LogWork = {
  verify: (job) => verify(job),
  signCheckpoint: async (dataDir) => signCheckpoint(dataDir),
  async damageIn(viewsFile) {
    const views = openSqliteReader(viewsFile);
    try {
      return damageIn(views);
    } finally {
      views.db.close();
    }
  },
};

export interface LogContract {
  readonly data: undefined;
  readonly methods: LogWork;
}

/** Does the work on a thread for each call, so that nothing else waits for it. */
export function workInThreads() {
  const running = new Set<WorkerClient<LogContract>>();
  let isStopping = false;

  async function onThread<T>(
    name: keyof LogWork,
    run: (worker: WorkerClient<LogContract>) => Promise<T>,
  ): Promise<T> {
    const url = new URL('./logThread.js', import.meta.url);
    const worker = openWorker<LogContract>(url, { name, data: undefined });
    running.add(worker);
    try {
      return await run(worker);
    } catch (error) {
      throw isStopping ? new Rejection('not_ready', 'the service is stopping') : error;
    } finally {
      await worker.close();
      running.delete(worker);
    }
  }

  const work: LogWork = {
    verify: (job) => onThread('verify', (worker) => worker.call('verify', job)),
    signCheckpoint: (dataDir) =>
      onThread('signCheckpoint', (worker) => worker.call('signCheckpoint', dataDir)),
    damageIn: (file) => onThread('damageIn', (worker) => worker.call('damageIn', file)),
  };
  return {
    ...work,
    /**
     * Ends the work that is under way; its callers get `not_ready`. Resolves when it has ended, or after a second: a thread
     * deep in SQLite goes on.
     */
    async close(): Promise<void> {
      isStopping = true;
      await Promise.all([...running].map((worker) => worker.close(PATIENCE_MS)));
    },
    /** True while a thread has not ended. */
    isRunning: () => running.size > 0,
  };
}
