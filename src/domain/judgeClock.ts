/** What a clock says, and how long the machine has been running: a time that nobody can set. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the machine was started, its sleep included. */
  readonly uptime: number;
  /** Names the start of the machine. */
  readonly boot: string;
}

export type ClockVerdict =
  | { readonly state: 'right' }
  /** So far behind the last event. */
  | { readonly state: 'behind'; readonly ms: number }
  /** Ahead by so much more than the time that has passed. */
  | { readonly state: 'jumped'; readonly ms: number };

const DAY = 86_400_000;
const YEAR = 366 * DAY;
/** Clocks are set by seconds all the time. */
const BEHIND = 60_000;

/**
 * Whether a clock may be followed. `lastAt` is the time of the last event, 0 when there is none; `mark` is a reading
 * that was believed. A vault that was not used for a week is no jump: while the machine runs, its uptime shows how much
 * time has passed since the mark. After a restart of the machine nothing shows it, so only what can hardly be is
 * refused: more than a year. A clock that is at most a day ahead of the last event is followed in any case.
 */
export function judgeClock(
  now: ClockReading,
  lastAt: number,
  mark: ClockReading | undefined,
): ClockVerdict {
  if (now.at < lastAt - BEHIND) return { state: 'behind', ms: lastAt - now.at };
  if (!mark || now.at <= lastAt + DAY) return { state: 'right' };
  const isSameBoot = mark.boot === now.boot && mark.uptime <= now.uptime;
  const expected = isSameBoot ? mark.at + (now.uptime - mark.uptime) : Math.max(mark.at, lastAt);
  const ms = now.at - expected;
  return ms > (isSameBoot ? DAY : YEAR) ? { state: 'jumped', ms } : { state: 'right' };
}

/** Until the machine has been up for so long, it may still be setting its clock. */
const SETTLED = 10 * 60_000;

/** Whether a reading that was judged right is worth keeping as the next mark. */
export function isNewMark(now: ClockReading, mark: ClockReading | undefined): boolean {
  if (now.uptime < SETTLED) return false;
  return mark === undefined || mark.boot !== now.boot || Math.abs(now.at - mark.at) > DAY;
}
