import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, LogBroken } from './log/eventLog.js';
import type { ReadModels } from './projections/readModels.js';
import type { Rebuilder } from './projections/rebuilder.js';

/** Sees to it that what was erased is in no file any more: neither in a database nor in its write-ahead log. */
export interface Eraser {
  /**
   * True once what was erased up to event `position` is gone from the files; false when that takes over
   * `ms`, because somebody's reading holds it up. It is then finished later, as soon as it can be.
   */
  settle(position: number, ms: number): Promise<boolean>;
  /** Whether something that was erased may still stand in a file. */
  pending(): boolean;
  close(): void;
}

const RETRY_MS = 10;
const LATER_MS = 1000;

/** An eraser over a log and its read models; `onBroken` as for the executor. */
export function eraser(
  log: EventLog,
  readModels: ReadModels,
  rebuilder: Rebuilder,
  onBroken: (error: LogBroken) => void,
): Eraser {
  // Nothing yet: not even the files of a log without events have been emptied.
  let asked = -1;
  let gone = -1;
  let later: NodeJS.Timeout | undefined;
  let closed = false;
  /** Up to where the log's own file has been emptied. */
  let logGone = -1;

  async function attempt(): Promise<void> {
    const position = asked;
    // Each file is written and synced: others get their turn in between.
    await nextTurn();
    if (logGone < position) {
      if (!(await scourLog())) return;
      logGone = position;
      await nextTurn();
    }
    // A rebuild's file holds what was erased until it has caught up and taken its place.
    if (rebuilder.status().state !== 'idle') return;
    if (!(await readModels.waitFor(position, 0))) return;
    if (await readModels.scour()) gone = Math.max(gone, position);
  }

  async function scourLog(): Promise<boolean> {
    try {
      return await log.scour();
    } catch (error) {
      if (error instanceof LogBroken) onBroken(error);
      throw error;
    }
  }

  function goOnLater(): void {
    later ??= setTimeout(async () => {
      later = undefined;
      await attempt().catch(() => {});
      if (gone < asked && !closed) goOnLater();
    }, LATER_MS).unref();
  }

  return {
    async settle(position, ms) {
      asked = Math.max(asked, position);
      for (let waited = 0; ; waited += RETRY_MS) {
        if (gone < position) await attempt();
        if (gone >= position) return true;
        if (waited >= ms) break;
        await sleep(RETRY_MS);
      }
      goOnLater();
      return false;
    },
    pending: () => gone < asked,
    close() {
      closed = true;
      clearTimeout(later);
    },
  };
}
