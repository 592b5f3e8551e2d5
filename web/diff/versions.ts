/** A version of a text that is published again and again. */
export interface Version {
  readonly version: number;
  readonly content: string;
  readonly updated_at: string | null;
}

/**
 * Which versions to compare: those that the address names, else the newest with the one before it. Undefined while there is
 * only one. What the address names wrongly counts as not named.
 */
export function comparedVersions(
  query: URLSearchParams,
  newest: number,
): { before: number; after: number } | undefined {
  if (newest < 2) return undefined;
  const after = numberIn(query.get('version'), 2, newest) ?? newest;
  const before = numberIn(query.get('with'), 1, after - 1) ?? after - 1;
  return { before, after };
}

function numberIn(text: string | null, least: number, most: number): number | undefined {
  const n = Number(text);
  return text && Number.isInteger(n) && n >= least && n <= most ? n : undefined;
}
