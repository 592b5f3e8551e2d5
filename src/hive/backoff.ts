const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second … failure in a row; the last one from then on. */
export const BACKOFF_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR] as const;
const LONGEST_MS = 6 * HOUR;
const JITTER = 0.25;

/**
 * Milliseconds to wait after `failures` in a row (1 is the first), 25 % more or less at random so that
 * instances do not come back together. What the hub asks for with `Retry-After` is never cut short.
 * `random` gives a number from 0 to 1.
 */
export function backoff(failures: number, retryAfter: number | undefined, random: number): number {
  const step = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  const wait = step * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(wait, Math.min(retryAfter ?? 0, LONGEST_MS)));
}
