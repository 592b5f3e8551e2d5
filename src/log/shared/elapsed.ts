import type { Clock } from '../../domain/time.js';

/** A jump of the time of day by less than this is that of a clock which is set right now and then. In ms. */
const LEAST_SLEEP_MS = 1000;

/**
 * Milliseconds since any moment, never going back. On some systems `running` stands still while the machine sleeps, and
 * only the time of day (`wall`) tells how long that was. A time of day that was set ahead counts as such a sleep.
 */
export function elapsedTime(
  running: Clock = () => performance.now(),
  wall: Clock = Date.now,
): Clock {
  let slept = 0;
  let last = wall() - running();
  return () => {
    const now = running();
    const lead = wall() - now;
    if (lead - last >= LEAST_SLEEP_MS) slept += lead - last;
    last = lead;
    return now + slept;
  };
}
