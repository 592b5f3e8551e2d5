import { formatTime } from './formatTime.js';

/** How many notes were made on a day, `YYYY-MM-DD` in UTC. */
export interface DayCount {
  readonly date: string;
  readonly count: number;
}

/** A day of the heatmap: `week` is its column, from 0; `weekday` its row, from 0 for Monday. */
export interface HeatDay extends DayCount {
  readonly week: number;
  readonly weekday: number;
  /** 0 for none, up to 4 for the most. */
  readonly level: number;
}

export interface Activity {
  /** Each day up to today, oldest first. */
  readonly days: readonly HeatDay[];
  readonly weeks: number;
  /** Where each month begins. */
  readonly months: readonly { readonly name: string; readonly week: number }[];
  readonly total: number;
  readonly activeDays: number;
  /** The day with the most notes. Undefined when there are none. */
  readonly busiest: DayCount | undefined;
}

const DAY_MS = 86_400_000;
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** Lays out the last `length` days. `now` is in milliseconds since 1970. Counts of other days are left out. */
export function activityOf(counts: readonly DayCount[], now: number, length = 365): Activity {
  const today = Math.floor(now / DAY_MS);
  const first = today - length + 1;
  const byDate = new Map(counts.map(({ date, count }) => [date, count]));
  const ranked = counts.map(({ count }) => count).sort((a, b) => a - b);
  const monday = first - weekdayOf(first);
  const days = Array.from({ length }, (_, i) => {
    const day = first + i;
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const count = byDate.get(date) ?? 0;
    return {
      date,
      count,
      week: Math.floor((day - monday) / 7),
      weekday: weekdayOf(day),
      level: levelOf(count, ranked),
    };
  });
  const active = days.filter(({ count }) => count > 0);
  return {
    days,
    weeks: (days.at(-1)?.week ?? 0) + 1,
    months: days
      .filter(({ date }) => date.endsWith('-01'))
      .map(({ date, week }) => ({ name: MONTH.format(new Date(date)), week })),
    total: active.reduce((sum, { count }) => sum + count, 0),
    activeDays: active.length,
    busiest: active.reduce<DayCount | undefined>(
      (top, day) => (top && top.count >= day.count ? top : day),
      undefined,
    ),
  };
}

/** `2026-11-20` as "Nov 20, 2026". */
export function formatDay(date: string): string {
  return formatTime(date, 'utcDay');
}

/** Days since 1970; the first was a Thursday. */
function weekdayOf(day: number): number {
  return (day + 3) % 7;
}

/**
 * By rank among the days with notes, as one day on which thousands were imported must not make all others look the same.
 * `ranked` has the counts of those days in order.
 */
function levelOf(count: number, ranked: readonly number[]): number {
  if (count === 0) return 0;
  return Math.ceil((4 * (ranked.lastIndexOf(count) + 1)) / ranked.length);
}
