/** How often requests failed, by the kind of failure. */
export type Refusals = Map<string, number>;

const LONGEST = 80;

/** Counts one more failure of a kind. */
export function refuse(refusals: Refusals, kind: string, count = 1): void {
  if (count > 0) refusals.set(kind, (refusals.get(kind) ?? 0) + count);
}

/** What an answer without success says: its status, and the beginning of its `error` where it has one. */
export function refusalOf(status: number, body: string): string {
  const said = errorIn(body)
    // What a query has at the place of an error differs from query to query.
    .replace(/ near ".*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  return said === '' ? String(status) : `${status} ${said}`;
}

function errorIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed)
      return typeof parsed.error === 'string' ? parsed.error : '';
  } catch {
    // Not JSON: its text says nothing that could be counted.
  }
  return '';
}
