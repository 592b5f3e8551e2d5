import type { Session } from 'memory-vault-client';
import { formatDuration } from '../../kit/format.js';

/** How long a session took: "1 h 30 min", or "for 2 h" while it goes on. `now` is in milliseconds since 1970. */
export function sessionLength(
  { state, started_at, ended_at }: Pick<Session, 'state' | 'started_at' | 'ended_at'>,
  now: number,
): string | undefined {
  const seconds = (until: number) => Math.max(0, (until - Date.parse(started_at)) / 1000);
  if (ended_at !== null) return formatDuration(seconds(Date.parse(ended_at)));
  // Nobody knows when work on one that was left stopped.
  return state === 'active' ? `for ${formatDuration(seconds(now))}` : undefined;
}
