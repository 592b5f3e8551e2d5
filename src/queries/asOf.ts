import type { EventLog } from '../log/eventLog.js';

/** A position in the log: the answer is as it was after that event. */
export type AsOf = number;

/** As of the newest event, whichever that is. */
export const NOW: AsOf = Number.MAX_SAFE_INTEGER;

/** SQL that picks the revision of each observation which stood at `:as_of`. */
export const STANDING = 'position <= :as_of AND (until IS NULL OR until > :as_of)';

/** The last position at or before a time in milliseconds since 1970. Times never decrease along the log. */
export async function positionAt(log: EventLog, at: number): Promise<AsOf> {
  let before = 0;
  let after = (await log.head()).position + 1;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const [event] = await log.readAfter(middle - 1, 1);
    if (event && event.at <= at) before = middle;
    else after = middle;
  }
  return before;
}
