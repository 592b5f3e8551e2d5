import type { Kind } from './kinds.js';

/** A secret found in a text: its kind and its UTF-16 offsets (`end` exclusive). */
export interface Span {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

/** A span and the rule that found it. */
export interface Find extends Span {
  /** The id of the rule, and for a rule of many forms `id/form`. */
  readonly rule: string;
}

/** One span per match of a pattern (flags `d` and `g`): that of `group`, by default the whole match. */
export function spansOf(text: string, pattern: RegExp, kind: Kind, group = 0): Span[] {
  // Most texts have no match, and `matchAll` copies the pattern before it looks.
  if (text.search(pattern) === -1) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const range = match.indices?.[group];
    if (range !== undefined) spans.push({ kind, start: range[0], end: range[1] });
  }
  return spans;
}

/** One way to find secrets. It must take time linear in the length of the text. */
export interface Rule {
  /** Unique; names the rule in reports. */
  readonly id: string;
  /**
   * Literals in lower case. A text that contains none of them, ignoring case, has no match, so `find` is not called.
   * Without `needs`, `find` is always called.
   */
  readonly needs?: readonly string[];
  /** Extends each match to the whole word, because tokens without a gap between them have to be replaced together. */
  readonly inWords?: boolean;
  readonly find: (text: string) => readonly (Span & { readonly form?: string })[];
}
