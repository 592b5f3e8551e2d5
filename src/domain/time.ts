/** Returns the current time in milliseconds since 1970. Passed in, so that tests can set it. */
export type Clock = () => number;

/** The first and the last time whose year in UTC has four digits, as all that is shown have; in milliseconds since 1970. */
export const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
export const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds since 1970 of an RFC 3339 date-time with any offset and fraction; undefined for other texts.
 * A leap second (`:60`) counts as the second after it.
 */
export function parseTime(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [, date = '', minutes = '', seconds = '', fraction = '', offset = ''] = match;
  const leap = seconds === '60';
  const exact = fraction.slice(0, 4);
  const iso = `${date}T${minutes}:${leap ? '59' : seconds}${exact.length > 1 ? exact : ''}${offset.toUpperCase()}`;
  const ms = Date.parse(iso);
  if (Number.isNaN(ms) || !isRealDate(date)) return undefined;
  const time = leap ? Math.floor(ms / 1000) * 1000 + 1000 : ms;
  // The offset can move a time out of the years that a response can show.
  return time < EARLIEST || time > LATEST ? undefined : time;
}

/** `2026-02-30` parses in JavaScript as March 2; RFC 3339 has no such date. */
function isRealDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** `YYYY-MM-DDTHH:MM:SSZ` of whole seconds since 1970. */
export function formatTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds to whole seconds since 1970, the unit of read models and responses. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Whole seconds since 1970 of a text that `formatTime` wrote. */
export function secondsOfText(time: string): number {
  return toSeconds(Date.parse(time));
}

/** A day as the time at its beginning (UTC), and another text as it is. */
export const sinceDay = (text: string): string => wholeTime(text, 'T00:00:00Z');

/** The same at its end. */
export const untilDay = (text: string): string => wholeTime(text, 'T23:59:59Z');

const wholeTime = (text: string, ofDay: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}${ofDay}` : text;

const DAY_MS = 86_400_000;

/** How long ago a time is, for people; both in milliseconds since 1970. A time in the future counts as now. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} hours ago`;
  return `${daysSince(at, now)} days ago`;
}

/** Whole days since a time. */
export function daysSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / DAY_MS));
}
