import { applyEdits, countKinds } from './edits.js';
import { type SecretFinder, secretFinder } from './findSecrets.js';
import type { Kind } from './kinds.js';
import type { Redacted } from './redacted.js';

/** How many secrets of one kind were replaced. */
export interface RedactionCount {
  readonly kind: Kind;
  readonly count: number;
}

/** The text without its secrets, and what was found, sorted by kind. */
export interface Filtered {
  readonly text: Redacted;
  readonly finds: readonly RedactionCount[];
}

/** Takes any text, gives it back with each secret replaced; refuses none. Linear in the length of the text. */
export type PrivacyFilter = (text: string) => Promise<Filtered>;

/**
 * A filter that replaces private blocks by `[PRIVATE]` and secrets by `[REDACTED]`. What it gives back it finds nothing
 * more in.
 */
export function privacyFilter(find: SecretFinder = secretFinder()): PrivacyFilter {
  return async (given) => {
    const edits = await find(given);
    // The one place that makes redacted text: everything the filter knows has been taken out of it.
    return { text: applyEdits(given, edits) as Redacted, finds: countKinds(edits) };
  };
}

/** The JSON of a value of ours in which every string has been filtered: numbers and names stay what they are. */
export async function filterJson(value: unknown, filter: PrivacyFilter): Promise<Redacted> {
  // Nothing in it that somebody wrote has got around the filter.
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
