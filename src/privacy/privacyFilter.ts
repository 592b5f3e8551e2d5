import { applyEdits, countKinds } from './edits.js';
import { type SecretFinder, secretFinder } from './findSecrets.js';
import { type Kind, type Rule, type Span, spansOf } from './rule.js';

declare const brand: unique symbol;

/**
 * Text that has passed the privacy filter. Events, and so all stored data, hold only such text. Only the filter makes
 * values of this type, so code that bypasses the filter does not compile.
 */
export type Redacted = string & { readonly [brand]: true };

/** How many secrets of one kind were replaced. */
export interface RedactionCount {
  readonly kind: Kind;
  readonly count: number;
}

/** The text without its secrets, and the number of replaced secrets, sorted by kind. */
export interface Filtered {
  readonly text: Redacted;
  readonly finds: readonly RedactionCount[];
}

/**
 * Replaces each secret in a text. Accepts any text; takes time linear in its length. A promise only where another thread does
 * the work: for each short text of a note it would cost more than the text.
 */
export type PrivacyFilter = (text: string) => Filtered | Promise<Filtered>;

/**
 * A filter that replaces private blocks by `[PRIVATE]` and secrets by `[REDACTED]`. It is idempotent: it finds nothing in
 * its own output.
 */
export function privacyFilter(find: SecretFinder = secretFinder()): (text: string) => Filtered {
  return (text) => {
    const edits = find(text);
    // A safe cast: all secrets that the filter knows have just been replaced.
    return { text: applyEdits(text, edits) as Redacted, finds: countKinds(edits) };
  };
}

/** The JSON of a value whose strings have been filtered. Numbers and property names are kept: the vault made them. */
export async function filterJson(value: unknown, filter: PrivacyFilter): Promise<Redacted> {
  // A safe cast: every string in the value has been filtered.
  return JSON.stringify(await withoutSecrets(value, filter)) as Redacted;
}

async function withoutSecrets(value: unknown, filter: PrivacyFilter): Promise<unknown> {
  if (typeof value === 'string') return (await filter(value)).text;
  if (Array.isArray(value)) return Promise.all(value.map((one) => withoutSecrets(one, filter)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    async ([name, one]) => [name, await withoutSecrets(one, filter)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The filter of a vault: all rules, and the owner's own `patterns`. */
export const ownFilter = (patterns: readonly RegExp[]): PrivacyFilter =>
  privacyFilter(secretFinder([ownPatterns(patterns)]));

const MARK = /\[(?:REDACTED|PRIVATE)\]/dg;

/**
 * A rule from the owner's patterns (flags `d` and `g`; linear, see `linearPattern`). Matches that overlap a mark are
 * skipped: the secret is already gone, and the mark would be replaced in every round.
 */
export function ownPatterns(patterns: readonly RegExp[]): Rule {
  return {
    id: 'custom',
    find(text) {
      const matches = patterns.flatMap((pattern) => spansOf(text, pattern, 'custom'));
      if (matches.length === 0) return matches;
      matches.sort((a, b) => a.start - b.start);
      return withoutOverlaps(matches, spansOf(text, MARK, 'custom'));
    },
  };
}

/** The spans that share no character with any of `others`. Both lists must be sorted by start. */
function withoutOverlaps(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}
