import { Rejection } from '../domain/rejection.js';
import { formatTime, LATEST, toSeconds } from '../domain/time.js';
import type { VaultFact } from '../events/vaultEvent.js';

/** As far as a time may be ahead, in ms: clocks differ. Beyond it, the vault itself refuses saves (`judgeClock`). */
const AHEAD = 86_400_000;

/**
 * Throws `Rejection('invalid_payload')` for a time that is more than a day ahead: what it belongs to would be the newest for good,
 * and hide what comes after it. Both in milliseconds since 1970; `correct` is what whoever sent it can do.
 */
export function assertNotAhead(
  time: number,
  now: number,
  correct = 'correct it, or the clock of the machine that it comes from',
): void {
  if (time <= now + AHEAD) return;
  // Another vault may send any number.
  const [said, latest] = [Math.min(time, LATEST), now + AHEAD].map((ms) =>
    formatTime(toSeconds(ms)),
  );
  throw new Rejection(
    'invalid_payload',
    `the time ${said} is more than a day ahead; the latest that this vault takes is ${latest}: ${correct}`,
  );
}

/** The same of all times in facts that are decided, unless one was in the log before: what is there stays as it is. */
export function assertNoneAhead(
  facts: readonly VaultFact[],
  before: readonly VaultFact[],
  now: number,
): void {
  const times = facts.flatMap(timesIn);
  if (times.every((seconds) => seconds * 1000 <= now)) return;
  const known = new Set(before.flatMap(timesIn));
  for (const seconds of times) if (!known.has(seconds)) assertNotAhead(seconds * 1000, now);
}

/** In seconds since 1970, as facts have them. */
function timesIn({ data }: VaultFact): readonly number[] {
  const at = 'at' in data ? data.at : undefined;
  const created_at = 'created_at' in data ? data.created_at : undefined;
  return [at, created_at].filter((time) => time !== undefined);
}
