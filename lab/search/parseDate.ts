/**
 * Milliseconds since 1970 of a date or date-time as data sets write them, NaN when it is none:
 * `2025-01-15`, RFC 3339, `2023/05/20 (Sat) 02:21`, `1:56 pm on 8 May, 2023`. Without an offset it is UTC.
 */
export function parseDate(text: string): number {
  const [, time, day] = /^(\d{1,2}:\d{2}.*?) on (.+)$/.exec(text.trim()) ?? [];
  const dated = day === undefined ? text.trim() : `${day} ${time}`;
  const readings = [`${dated}Z`, `${dated} UTC`, dated].map((reading) => Date.parse(reading));
  return readings.find((ms) => !Number.isNaN(ms)) ?? Number.NaN;
}
