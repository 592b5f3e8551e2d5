import { formatTime } from './formatTime.js';

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY_SECONDS = 24 * HOUR;

/** A time as people say it, in whole units that have passed: after 59.9 minutes, "59 minutes ago". Both in ms since 1970. */
export function agoOrDay(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE) return seconds <= 0 ? 'just now' : 'in a moment';
  if (size < HOUR) return AGO.format(Math.trunc(seconds / MINUTE), 'minute');
  if (size < DAY_SECONDS) return AGO.format(Math.trunc(seconds / HOUR), 'hour');
  if (size < 7 * DAY_SECONDS) return AGO.format(Math.trunc(seconds / DAY_SECONDS), 'day');
  return formatTime(then, 'day');
}
