import { Rejection } from '../domain/rejection.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { openWorker, PATIENCE_MS, type WorkerClient } from '../threads/worker.js';
import { damageIn } from '../views/damageIn.js';
import { type SignedCheckpoint, signCheckpoint } from './signCheckpoint.js';
import type { VerifyStep } from './verification.js';
import { type VerifyJob, verify } from './verify.js';
import type { VerifyReport } from './verifyReport.js';

type OnStep = (step: VerifyStep) => void;

/** Work that reads a whole file from disk, by name. */
export interface LogWork {
  verify(job: VerifyJob, onStep?: OnStep): Promise<VerifyReport>;
  /** As the function `signCheckpoint`. */
  signCheckpoint(dataDir: string, elsewhere?: string): Promise<SignedCheckpoint>;
  /** As the function `damageIn`, about the read models in a file. */
  damageIn(viewsFile: string): Promise<readonly string[]>;
}

/** Does the work on the thread that calls it. */
export const workHere: LogWork = {
  verify: (job, onStep = () => {}) =>
    verify(job, {
      log: (done, total) => onStep({ state: 'verifying', done, total }),
      views: (done, total) => onStep({ state: 'comparing', done, total }),
    }),
  signCheckpoint: async (dataDir, elsewhere) => signCheckpoint(dataDir, elsewhere),
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
  readonly methods: Omit<LogWork, 'verify'> & { verify(job: VerifyJob): Promise<VerifyReport> };
  readonly events: { step: VerifyStep };
}

/** Does the work on a thread for each call, so that nothing else waits for it. */
export function workInThreads() {
  const running = new Set<WorkerClient<LogContract>>();
  let isStopping = false;

  async function onThread<T>(
    name: keyof LogWork,
    run: (worker: WorkerClient<LogContract>) => Promise<T>,
    onStep: OnStep = () => {},
  ): Promise<T> {
    const url = new URL('./logThread.js', import.meta.url);
    const worker = openWorker<LogContract>(url, { name, data: undefined, on: { step: onStep } });
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
    verify: (job, onStep) => onThread('verify', (worker) => worker.call('verify', job), onStep),
    signCheckpoint: (dataDir, elsewhere) =>
      onThread('signCheckpoint', (worker) => worker.call('signCheckpoint', dataDir, elsewhere)),
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
