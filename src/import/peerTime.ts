import { parseTime } from '../domain/time.js';

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)?\s*([Zz]|UTC|[+-]\d{2}:?\d{2})?(?: [A-Z]{1,5})?(?: m=\S+)?$/;

/** The last time whose year has four digits: a ULID and a response can show all times before it. */
const LATEST = Date.parse('9999-12-31T23:59:59Z');

/**
 * Milliseconds since 1970 of a time as a peer writes it; undefined for anything else, and for times that are not after 1970 began. It may be
 * RFC 3339, what SQLite's `datetime('now')` or Python's `isoformat` write (UTC), what Go writes of a time
 * (`2026-11-22 11:09:46.5 +0000 UTC`), or a number of seconds, milliseconds, micro- or nanoseconds since 1970.
 */
export function peerTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? timeOfText(value.trim()) : timeOfNumber(value);
  // 1970 itself is what programs write that know no time.
  return ms === undefined || ms <= 0 || ms > LATEST ? undefined : Math.floor(ms);
}

function timeOfText(text: string): number | undefined {
  if (/^\d{1,20}(\.\d{1,9})?$/.test(text)) return timeOfNumber(Number(text));
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, date, minutes = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = match;
  return parseTime(`${date}T${minutes}${seconds}${fraction}${offsetOf(zone)}`);
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** The unit is told by the size: each reaches from 1973 to beyond the year 5000. */
function timeOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (value < 1e11) return value * 1000;
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1000 : value / 1e6;
}
