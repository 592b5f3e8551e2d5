/** How a webhook stands, as the API tells it. */
export interface WebhookStanding {
  readonly state: 'sending' | 'failing' | 'gone';
  /** How many events of the log it still has to look at. */
  readonly lag: number;
  /** RFC 3339. */
  readonly next_try_at: string | null;
  readonly last_error: string | null;
}

/** The same for people: `up to date`, or `12 behind; next try in 40 s: answered 503`. `now` in milliseconds since 1970. */
export function webhookInWords(
  { state, lag, next_try_at, last_error }: WebhookStanding,
  now: number,
): string {
  if (state === 'gone') return 'ended by its receiver, which answered 410';
  const behind = lag === 0 ? 'up to date' : `${lag} behind`;
  if (state === 'sending') return behind;
  const seconds = next_try_at === null ? 0 : Math.ceil((Date.parse(next_try_at) - now) / 1000);
  const next = seconds > 0 ? `next try in ${span(seconds)}` : 'trying again now';
  return `${behind}; ${next}: ${last_error}`;
}

function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
