import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

const PATIENCE_MS = 1000;

/** Ends threads. Resolves when they have ended, or after a second: one deep in SQLite cannot be. */
export async function endThreads(threads: Iterable<Worker>): Promise<void> {
  const ended = Promise.all(Array.from(threads, (thread) => thread.terminate()));
  await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
}
