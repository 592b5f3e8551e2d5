import { authorizations } from './authorization.js';
import { keyValueSecrets } from './keyValueSecrets.js';
import { pemBlocks } from './pemBlocks.js';
import { privateBlocks } from './privateBlocks.js';
import type { Redacted } from './redacted.js';
import { replaceSpans } from './replaceSpans.js';
import { secretlintFinds } from './secretlintRules.js';
import type { Span } from './span.js';
import { tokenPatterns } from './tokenPatterns.js';
import { urlCredentials } from './urlCredentials.js';
import { wholeWords } from './wholeWords.js';

/** How many secrets of one kind were replaced. */
export interface Find {
  readonly kind: string;
  readonly count: number;
}

/** The text without its secrets, and what was found, sorted by kind. */
export interface Filtered {
  readonly text: Redacted;
  readonly finds: readonly Find[];
}

/** Takes any text, gives it back with each secret replaced; refuses none. Linear in the length of the text. */
export type PrivacyFilter = (text: string) => Promise<Filtered>;

/**
 * A filter that replaces private blocks by `[PRIVATE]` and secrets by `[REDACTED]`. What it gives back it finds nothing
 * more in.
 */
export function privacyFilter(): PrivacyFilter {
  return async (given) => {
    const counts = new Map<string, number>();
    const replace = (text: string, spans: readonly Span[], mark: string): string => {
      const replaced = replaceSpans(text, spans, mark);
      for (const kind of replaced.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return replaced.text;
    };

    let text = replace(given, privateBlocks(given), '[PRIVATE]');
    // Taking one secret out can bring another to light (a token that was glued to it), so look again until none is left.
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const spans = await secrets(text);
      if (spans.length === 0) break;
      text = replace(text, spans, '[REDACTED]');
    }
    const finds = [...counts].map(([kind, count]) => ({ kind, count }));
    finds.sort((a, b) => (a.kind < b.kind ? -1 : 1));
    // The one place that makes redacted text: everything the filter knows has been taken out of it.
    return { text: text as Redacted, finds };
  };
}

/** Two are common; a bound keeps the time linear whatever the text. */
const MOST_ROUNDS = 8;

/** Telling kinds first: where finds overlap, the first names the replacement. */
async function secrets(text: string): Promise<Span[]> {
  return [
    ...pemBlocks(text),
    ...wholeWords(text, [...tokenPatterns(text), ...(await secretlintFinds(text))]),
    ...urlCredentials(text),
    ...authorizations(text),
    ...keyValueSecrets(text),
  ];
}
