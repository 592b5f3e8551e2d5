import type { PrivacyFilter, Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';

/** Filters the texts of one command and adds up their redactions. */
export interface TextRedactor {
  text(text: string): Promise<Redacted>;
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
    tags: async (tags) => [...new Set(await Promise.all(tags.map(text)))],
    async fields(fields) {
      const entries = Object.entries(fields).map(async ([name, raw]) => [name, await text(raw)]);
      return Object.fromEntries(await Promise.all(entries));
    },
    finds: () =>
      [...counts]
        .map(([kind, count]) => ({ kind, count }))
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}
