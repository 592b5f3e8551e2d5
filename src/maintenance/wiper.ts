import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../log/eventLog.js';
import { LogBroken } from '../log/logFailures.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';

/** Sees to it that what was erased is in no file any more: neither in a database nor in its write-ahead log. */
export interface Wiper {
  /**
   * True once what was erased up to event `position` is gone from the files; false when that takes over `ms`
   * milliseconds, say because a reader prevents it, or when `signal` ends the waiting. It is then finished in the
   * background, as soon as it can be.
   */
  wipe(position: number, ms: number, signal?: AbortSignal): Promise<boolean>;
  /** Whether a file may still hold something that was erased. */
  pending(): boolean;
  /** For how many milliseconds the oldest text that was erased may have been in a file; 0 when nothing is pending. */
  pendingMs(): number;
  /** Finishes what is pending if nothing prevents it; otherwise the next start finishes it. */
  close(): Promise<void>;
}

/** How long a start waits for a wipe that the last stop interrupted. */
export const START_WAIT_MS = 100;

const RETRY_MS = 10;
const LATER_MS = 1000;
/**
 * After the read models were written again, the thread that did it is left alone for so many times as long: it also
 * applies the events, so it is to spend at most a third of its time on that. Forgettings that come meanwhile share the
 * next time. Emptying a write-ahead log costs little and does not have to wait.
 */
const REST = 2;

/**
 * A wiper over a log and its read models; `onBroken` is called when the log can no longer be trusted. `now` gives
 * milliseconds since any moment.
 */
export function wiper(
  log: EventLog,
  readModels: ReadModels,
  rebuilder: Rebuilder,
  onBroken: (error: LogBroken) => void,
  now: () => number = () => performance.now(),
): Wiper {
  // Nothing yet: not even the files of a log without events have been emptied.
  let wanted = -1;
  let gone = -1;
  let later: NodeJS.Timeout | undefined;
  let closed = false;
  /** The positions up to which it is gone from each of the files. */
  let logGone = -1;
  let viewsGone = -1;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let trying: Promise<void> | undefined;
  /** The oldest wipe that is not done yet, and when the newest was asked for. */
  let oldest: { readonly position: number; readonly at: number } | undefined;
  let askedAt = 0;

  /** Only one attempt runs at a time. What is wanted during an attempt needs another one. */
  function tryOnce(): Promise<void> {
    trying ??= attempt().finally(() => {
      trying = undefined;
    });
    return trying;
  }

  async function attempt(): Promise<void> {
    const position = wanted;
    // Each file is written and synced, so other work gets its turn in between.
    await nextTurn();
    if (logGone < position && (await wipeLog())) logGone = position;
    await nextTurn();
    if (viewsGone < position && (await wipeViews(position))) viewsGone = position;
    gone = Math.min(logGone, viewsGone);
    if (gone >= wanted) oldest = undefined;
    else if (oldest && gone >= oldest.position) oldest = { position: wanted, at: askedAt };
  }

  async function wipeViews(position: number): Promise<boolean> {
    // A rebuild's file holds what was erased until it has caught up and taken its place.
    if (rebuilder.status().state !== 'idle') return false;
    if (!(await readModels.waitFor(position, 0))) return false;
    const start = now();
    // Nothing is applied any more while the service stops, so no event has to wait.
    const mayRewrite = start >= restsUntil || closed;
    try {
      return await readModels.wipe(mayRewrite);
    } finally {
      if (mayRewrite) restsUntil = now() + REST * (now() - start);
    }
  }

  async function wipeLog(): Promise<boolean> {
    try {
      return await log.wipe();
    } catch (error) {
      if (error instanceof LogBroken) onBroken(error);
      throw error;
    }
  }

  function goOnLater(): void {
    if (closed) return;
    later ??= setTimeout(async () => {
      later = undefined;
      await tryOnce().catch(() => {});
      if (gone < wanted) goOnLater();
    }, LATER_MS).unref();
  }

  return {
    async wipe(position, ms, signal) {
      wanted = Math.max(wanted, position);
      askedAt = now();
      if (gone < wanted) oldest ??= { position: wanted, at: askedAt };
      const late = new AbortController();
      const ends = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
      const deadline = sleep(ms, true, { signal: ends }).catch(() => true);
      try {
        for (let isLate = false; !isLate && !closed; ) {
          if (gone >= position) return true;
          isLate = await Promise.race([tryOnce().then(() => false), deadline]);
          if (gone >= position) return true;
          if (!isLate) isLate = await Promise.race([sleep(RETRY_MS, false), deadline]);
        }
      } finally {
        late.abort();
        if (gone < position) goOnLater();
      }
      return false;
    },
    pending: () => gone < wanted,
    pendingMs: () => (oldest ? now() - oldest.at : 0),
    async close() {
      closed = true;
      clearTimeout(later);
      // An attempt that is in progress may have begun before the last call of `wipe`.
      for (let tries = 0; gone < wanted && tries < 2; tries++) await tryOnce().catch(() => {});
    },
  };
}
