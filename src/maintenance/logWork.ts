import { Rejection } from '../domain/rejection.js';
import type { Walked } from '../log/verify/eventRows.js';
import { readShared } from '../sqlite/databaseFiles.js';
import { openWorker, PATIENCE_MS, type WorkerClient } from '../threads/worker.js';
import { damageIn } from '../views/verifyViews.js';
import { type CheckOptions, checkLog, type LogFault } from './checkLog.js';
import { type SignedCheckpoint, signCheckpoint } from './checkpoints.js';
import type { VerifyReport, VerifyStep } from './verification.js';
import { type VerifyJob, verify } from './verify.js';

type OnStep = (step: VerifyStep) => void;
type OnPart = (at: Walked) => void;

/** Work that reads a whole file from disk, by name. */
export interface LogWork {
  verify(job: VerifyJob, onStep?: OnStep): Promise<VerifyReport>;
  /** As the function `signCheckpoint`. */
  signCheckpoint(dataDir: string, elsewhere?: string): Promise<SignedCheckpoint>;
  /** As the function `checkLog`. */
  checkLog(file: string, options: CheckOptions, onPart?: OnPart): Promise<LogFault | undefined>;
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
  checkLog,
  damageIn: async (viewsFile) => readShared(viewsFile, damageIn),
};

export interface LogContract {
  readonly data: undefined;
  readonly methods: Omit<LogWork, 'verify' | 'checkLog'> & {
    verify(job: VerifyJob): Promise<VerifyReport>;
    checkLog(file: string, options: CheckOptions): Promise<LogFault | undefined>;
  };
  readonly events: { step: VerifyStep; part: Walked };
}

/** Does the work on a thread for each call, so that nothing else waits for it. */
export function workInThreads() {
  const running = new Set<WorkerClient<LogContract>>();
  let isStopping = false;

  async function onThread<T>(
    name: keyof LogWork,
    run: (worker: WorkerClient<LogContract>) => Promise<T>,
    on: { step?: OnStep | undefined; part?: OnPart | undefined } = {},
  ): Promise<T> {
    const url = new URL('./logThread.js', import.meta.url);
    const { step = () => {}, part = () => {} } = on;
    const worker = openWorker<LogContract>(url, { name, data: undefined, on: { step, part } });
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
    verify: (job, step) => onThread('verify', (worker) => worker.call('verify', job), { step }),
    checkLog: (file, options, part) =>
      onThread('checkLog', (worker) => worker.call('checkLog', file, options), { part }),
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
