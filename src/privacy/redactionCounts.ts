import type { RedactionCount } from './privacyFilter.js';

/** Counts of redactions as one, sorted by kind. */
export function addCounts(
  ...some: readonly (readonly RedactionCount[])[]
): readonly RedactionCount[] {
  const counts = new Map<RedactionCount['kind'], number>();
  for (const { kind, count } of some.flat()) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
