// The entry of a thread that reads the log: see `logWork.ts`.
import { serveWorker } from '../threads/worker.js';
import { type LogContract, workHere } from './logWork.js';

serveWorker<LogContract>((_data, emit) => ({
  ...workHere,
  verify: (job) => workHere.verify(job, (step) => emit('step', step)),
}));
