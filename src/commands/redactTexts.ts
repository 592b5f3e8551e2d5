import type { Anchor } from '../domain/anchor.js';
import type { StoredAnchor } from '../events/observation.js';
import type { PrivacyFilter, Redacted, RedactionCount } from '../privacy/privacyFilter.js';
import { addCounts } from '../privacy/redactionCounts.js';

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
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries<string | readonly string[] | undefined>(texts)) {
    if (value === undefined) continue;
    const done: Redacted[] = [];
    for (const raw of typeof value === 'string' ? [value] : value) {
      const filtered = filter(raw);
      // Most are short: to wait for each would cost more than its filter.
      const { text, finds } = filtered instanceof Promise ? await filtered : filtered;
      all.push(...finds);
      done.push(text);
    }
    redacted[name] = typeof value === 'string' ? done[0] : [...new Set(done)];
  }
  // Each name has its value in redacted form.
  return { ...(redacted as RedactedTexts<T>), redactions: addCounts(all) };
}

/** As `redactTexts`, of the texts of a note and of what it is about: `anchors`, undefined where there are none. */
export async function redactNote<T extends Texts<T>>(
  texts: T,
  anchors: readonly Anchor[] = [],
  filter: PrivacyFilter,
): Promise<
  RedactedTexts<T> & {
    readonly anchors: readonly StoredAnchor[] | undefined;
    readonly redactions: readonly RedactionCount[];
  }
> {
  const redacted = await redactTexts(texts, filter);
  // Most notes have none, and take no longer.
  if (anchors.length === 0) return { ...redacted, anchors: undefined };
  const about: StoredAnchor[] = [];
  const counts = [redacted.redactions];
  for (const { path, symbol, branch, ...rest } of anchors) {
    const { redactions, ...names } = await redactTexts({ path, symbol, branch }, filter);
    about.push({ ...rest, ...names });
    counts.push(redactions);
  }
  return { ...redacted, anchors: about, redactions: addCounts(...counts) };
}
