import type { Span } from './span.js';

/** One way to find secrets. Takes time linear in the length of the text. */
export interface Rule {
  /**
   * Lower case. In a text that holds none of these, letter case aside, `find` finds nothing, so it is not asked. Absent:
   * always asked.
   */
  readonly needs?: readonly string[];
  /** Whether a find means the whole word it is in: tokens that follow right on each other have to go together. */
  readonly inWords?: boolean;
  readonly find: (text: string) => readonly Span[] | Promise<readonly Span[]>;
}
