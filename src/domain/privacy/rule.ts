import type { Span } from './span.js';

/** One way to find secrets. It must take time linear in the length of the text. */
export interface Rule {
  /**
   * Literals in lower case. A text that contains none of them, ignoring case, has no match, so `find` is not called.
   * Without `needs`, `find` is always called.
   */
  readonly needs?: readonly string[];
  /** Extends each match to the whole word, because tokens without a gap between them have to be replaced together. */
  readonly inWords?: boolean;
  readonly find: (text: string) => readonly Span[];
}
