import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../log/eventLog.js';

/** So often a wait looks at events that are being applied. */
export const LOOK_MS = 5;
/** Fewer than the requests that a service has under way at a time, so that these waits alone never overload it. */
const MOST_WAITING = 100;

/** Read models to wait for. */
export interface Waited {
  readonly log: Pick<EventLog, 'reach'>;
  /** Applies what has come. */
  readonly applyAll: () => Promise<void>;
  /** The position that every projection has seen. */
  readonly seen: () => number;
}

/**
 * Gives a wait for an event: true once the log has it and every projection has seen it; false when that takes over `ms`
 * milliseconds, or at once when `MOST_WAITING` others wait.
 */
export function positionWaits({ log, applyAll, seen }: Waited) {
  let waiting = 0;
  return async (position: number, ms: number): Promise<boolean> => {
    if (seen() >= position) return true;
    if (ms > 0 && waiting >= MOST_WAITING) return false;
    let late = ms === 0;
    const timer = setTimeout(() => {
      late = true;
    }, ms);
    waiting += 1;
    try {
      if (!(await log.reach(position, ms))) return false;
      for (;;) {
        await applyAll();
        if (seen() >= position) return true;
        if (late) return false;
        await sleep(LOOK_MS);
      }
    } finally {
      waiting -= 1;
      clearTimeout(timer);
    }
  };
}
