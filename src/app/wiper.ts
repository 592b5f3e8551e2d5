import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, LogBroken } from '../log/eventLog.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';

/** Sees to it that what was erased is in no file any more: neither in a database nor in its write-ahead log. */
export interface Wiper {
  /**
   * True once what was erased up to event `position` is gone from the files; false when that takes over
   * `ms`, because somebody's reading holds it up. It is then finished later, as soon as it can be.
   */
  wipe(position: number, ms: number): Promise<boolean>;
  /** Whether something that was erased may still stand in a file. */
  pending(): boolean;
  /** Finishes what is pending if it can be: with what is held up even now, the next start goes on. */
  close(): Promise<void>;
}

/** How long a start waits for the end of what a stop came between. */
export const START_WAIT_MS = 100;

const RETRY_MS = 10;
const LATER_MS = 1000;

/** A wiper over a log and its read models; `onBroken` as for the executor. */
export function wiper(
  log: EventLog,
  readModels: ReadModels,
  rebuilder: Rebuilder,
  onBroken: (error: LogBroken) => void,
): Wiper {
  // Nothing yet: not even the files of a log without events have been emptied.
  let asked = -1;
  let gone = -1;
  let later: NodeJS.Timeout | undefined;
  let closed = false;
  /** Up to where it is gone from each of the files. */
  let logGone = -1;
  let viewsGone = -1;
  let trying: Promise<void> | undefined;

  /** One attempt at a time: what was asked for meanwhile takes another. */
  function tryOnce(): Promise<void> {
    trying ??= attempt().finally(() => {
      trying = undefined;
    });
    return trying;
  }

  async function attempt(): Promise<void> {
    const position = asked;
    // Each file is written and synced: others get their turn in between.
    await nextTurn();
    if (logGone < position && (await wipeLog())) logGone = position;
    await nextTurn();
    if (viewsGone < position && (await wipeViews(position))) viewsGone = position;
    gone = Math.min(logGone, viewsGone);
  }

  async function wipeViews(position: number): Promise<boolean> {
    // A rebuild's file holds what was erased until it has caught up and taken its place.
    if (rebuilder.status().state !== 'idle') return false;
    return (await readModels.waitFor(position, 0)) && readModels.wipe();
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
      if (gone < asked) goOnLater();
    }, LATER_MS).unref();
  }

  return {
    async wipe(position, ms) {
      asked = Math.max(asked, position);
      const late = new AbortController();
      const deadline = sleep(ms, true, { signal: late.signal }).catch(() => true);
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
    pending: () => gone < asked,
    async close() {
      closed = true;
      clearTimeout(later);
      // One may be under way that does not know of what was asked last.
      for (let tries = 0; gone < asked && tries < 2; tries++) await tryOnce().catch(() => {});
    },
  };
}
