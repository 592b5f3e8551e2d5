/** Seconds that a caller may ask an answer to wait. */
export const MAX_WAIT_S = 60;

/**
 * How long the caller wants to wait for the work to be done, in ms, by the header `Prefer` (RFC 7240): `wait=N` in
 * seconds, at most `MAX_WAIT_S`, or `respond-async`, which is not at all. Undefined when it says neither. As the RFC
 * demands, what is unknown or malformed is ignored, and of one preference given twice the first counts.
 */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').toLowerCase().split(',');
  for (const preference of preferences) {
    const name = preference.trim();
    if (name === 'respond-async') return 0;
    const [, seconds] = /^wait ?= ?"?(\d{1,9})"?$/.exec(name) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_S) * 1000;
  }
  return undefined;
}
