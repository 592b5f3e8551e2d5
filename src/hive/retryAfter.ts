/**
 * Milliseconds to wait by a `Retry-After` header, which is seconds or a date (RFC 9110, 10.2.3); undefined
 * when it says nothing. `now` in milliseconds since 1970.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
