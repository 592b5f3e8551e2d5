// The entry of a thread that reads the log: see `logWork.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { type Done, type Task, workHere } from './logWork.js';

parentPort?.postMessage(await done(workerData));

async function done(task: Task): Promise<Done> {
  try {
    switch (task.name) {
      case 'verify':
        return { result: await workHere.verify(task.given) };
      case 'signCheckpoint':
        return { result: await workHere.signCheckpoint(task.given) };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
