import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work` to end, but for `ms` milliseconds at most; it goes on then. Rejects as `work` does. */
export async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {});
  try {
    await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}
