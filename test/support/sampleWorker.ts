import { openWorker, type WorkerClient, type WorkerSettings } from '../../src/threads/worker.js';
import type { SampleContract } from './sampleThread.js';

/** Starts `sampleThread.ts` from its source. */
export function sampleWorker(
  settings: Partial<WorkerSettings<SampleContract>> = {},
): WorkerClient<SampleContract> {
  return openWorker<SampleContract>(new URL('./sampleThread.mjs', import.meta.url), {
    name: 'the sample thread',
    data: {},
    execArgv: [],
    ...settings,
  });
}
