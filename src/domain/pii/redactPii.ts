import { PII_PATTERNS, type PiiKind } from './patterns.js';

/** A text without personal data, and the kinds that were replaced. */
export interface PiiRedacted {
  readonly text: string;
  readonly kinds: ReadonlySet<PiiKind>;
}

/** Two rounds are common. The limit keeps the time linear for every text. */
const MAX_ROUNDS = 8;

/** Replaces personal data by its kind, such as `[EMAIL]`. Takes time linear in the length of the text. */
export function redactPii(text: string): PiiRedacted {
  const kinds = new Set<PiiKind>();
  let rest = text;
  // A replacement can uncover another match that was glued to it.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = rest;
    for (const { kind, pattern, holds } of PII_PATTERNS) {
      rest = rest.replace(pattern, (match) => {
        if (holds && !holds(match)) return match;
        kinds.add(kind);
        return `[${kind.toUpperCase()}]`;
      });
    }
    if (rest === before) break;
  }
  return { text: rest, kinds };
}
