// The entry of a thread that reads the log: see `logWork.ts`.
import { setPriority } from 'node:os';
import { serveWorker } from '../threads/worker.js';
import { type LogContract, workHere } from './logWork.js';

/** Of all that the machine does, last. */
const IDLE = 19;

serveWorker<LogContract>((_data, emit) => ({
  ...workHere,
  verify: (job) => workHere.verify(job, (step) => emit('step', step)),
  checkLog(file, options) {
    // Nobody waits for it. On other systems than Linux this would slow down the whole process.
    if (process.platform === 'linux') setPriority(0, IDLE);
    return workHere.checkLog(file, options, (at) => emit('part', at));
  },
}));
