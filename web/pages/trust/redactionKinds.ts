import { KINDS } from '../../../src/privacy/rule.js';

/** How many secrets of a kind were replaced, and what its rule finds. */
export interface RedactedKind {
  readonly kind: string;
  readonly finds: string;
  readonly count: number;
}

/** The kinds that were found, the most frequent first. */
export function redactionKinds(counts: Readonly<Record<string, number>>): readonly RedactedKind[] {
  const names: Readonly<Record<string, string>> = KINDS;
  return Object.entries(counts)
    .map(([kind, count]) => ({ kind, finds: names[kind] ?? '', count }))
    .sort((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1));
}
