import type { PrivacyFilter, Redacted, RedactionCount } from '../privacy/privacyFilter.js';

type Texts<T> = { readonly [K in keyof T]: string | readonly string[] | undefined };
type RedactedTexts<T> = { readonly [K in keyof T]: AsRedacted<T[K]> };
type AsRedacted<V> = V extends string
  ? Redacted
  : V extends readonly string[]
    ? readonly Redacted[]
    : V;

/**
 * The texts and tags of a command as they may be stored, and what was redacted in them, sorted by kind. What is undefined
 * stays so, and tags that are equal after redaction are kept once.
 */
export async function redactTexts<T extends Texts<T>>(
  texts: T,
  filter: PrivacyFilter,
): Promise<RedactedTexts<T> & { readonly redactions: readonly RedactionCount[] }> {
  const all: RedactionCount[] = [];
  const redact = async (raw: string) => {
    const { text, finds } = await filter(raw);
    all.push(...finds);
    return text;
  };
  const redacted: Record<string, unknown> = {};
  // In turn, because most are short: a promise for each would cost more than its filter.
  for (const [name, value] of Object.entries<string | readonly string[] | undefined>(texts)) {
    if (typeof value === 'string') redacted[name] = await redact(value);
    else if (value) {
      const tags = new Set<Redacted>();
      for (const tag of value) tags.add(await redact(tag));
      redacted[name] = [...tags];
    }
  }
  // Each name has its value in redacted form.
  return { ...(redacted as RedactedTexts<T>), redactions: addCounts(all) };
}

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
