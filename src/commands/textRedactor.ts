import type { PrivacyFilter, Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';

/** Filters the texts of one command and adds up their redactions. */
export interface TextRedactor {
  text(text: string): Promise<Redacted>;
  /** The values of an object, each kept undefined where it is. */
  named<K extends string>(
    texts: Readonly<Record<K, string | undefined>>,
  ): Promise<Readonly<Record<K, Redacted | undefined>>>;
  /** Tags that are equal after redaction are kept once. */
  tags(tags: readonly string[]): Promise<readonly Redacted[]>;
  fields(fields: Readonly<Record<string, string>>): Promise<Readonly<Record<string, Redacted>>>;
  /** The redactions so far, sorted by kind. */
  finds(): readonly RedactionCount[];
}

export function textRedactor(filter: PrivacyFilter): TextRedactor {
  const counts = new Map<RedactionCount['kind'], number>();
  const text = async (raw: string) => {
    const { text: redacted, finds } = await filter(raw);
    for (const { kind, count } of finds) counts.set(kind, (counts.get(kind) ?? 0) + count);
    return redacted;
  };
  return {
    text,
    async named<K extends string>(texts: Readonly<Record<K, string | undefined>>) {
      const result = {} as Record<K, Redacted | undefined>;
      // In turn, because most are short: a promise for each would cost more than its filter.
      for (const name in texts) {
        const raw = texts[name];
        result[name] = raw === undefined ? undefined : await text(raw);
      }
      return result;
    },
    tags: async (tags) => [...new Set(await Promise.all(tags.map(text)))],
    async fields(fields) {
      const entries = Object.entries(fields).map(async ([name, raw]) => [name, await text(raw)]);
      return Object.fromEntries(await Promise.all(entries));
    },
    finds: () => sorted(counts),
  };
}

/** Two counts of redactions as one, sorted by kind. */
export function addCounts(
  some: readonly RedactionCount[],
  more: readonly RedactionCount[],
): readonly RedactionCount[] {
  const counts = new Map(some.map(({ kind, count }) => [kind, count]));
  for (const { kind, count } of more) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return sorted(counts);
}

function sorted(counts: ReadonlyMap<RedactionCount['kind'], number>): readonly RedactionCount[] {
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
