const DAY_MS = 86_400_000;
/** How far back the comparison goes at first. */
const DAYS = 7;

/** Two days, in the time zone of the reader; without the second, up to now. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days that the address names: by default the last week. What is no day counts as not named. */
export function daysIn(query: URLSearchParams, now: number = Date.now()): Days {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  return {
    from: isDay(from) ? from : dayBefore(DAYS, now),
    to: isDay(to) ? to : '',
  };
}

/** `YYYY-MM-DD` of so many days ago. */
export function dayBefore(days: number, now: number = Date.now()): string {
  const date = new Date(now - days * DAY_MS);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The two moments for the API: the beginning of the first day and the end of the last, so that all is told that happened in
 * these days. Undefined where the first is the later one.
 */
export function momentsOf({
  from,
  to,
}: Days): { readonly from: string; readonly to?: string } | undefined {
  const begin = new Date(`${from}T00:00:00`);
  if (to === '') return { from: begin.toISOString() };
  const end = new Date(`${to}T23:59:59.999`);
  return end < begin ? undefined : { from: begin.toISOString(), to: end.toISOString() };
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
