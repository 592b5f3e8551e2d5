import type { Kind } from '../kinds.js';

/** A token that its prefix or its form gives away, or a value that the name of its service gives away: a row of
 * the catalogue. */
export interface TokenShape {
  /** Unique; what a token is of and for. */
  readonly id: string;
  /** Absent: `service-token`. */
  readonly kind?: Kind;
  /**
   * Lower case. A text that holds none of these, letter case aside, holds no such token. Absent: every text is read. A
   * blank in one stands for a blank, `_`, `-` or nothing.
   */
  readonly keywords?: readonly string[];
  /**
   * True for a value without a form of its own: it counts only behind one of the keywords, as in `datadog_key = …`.
   * False: the token is known wherever it stands.
   */
  readonly beside?: boolean;
  /** How it looks, in one way or several, in the notation of `parseShape`. */
  readonly shape: string | readonly string[];
  /** True when the letters of the shape may be of either case, as in the name of a host. */
  readonly anyCase?: boolean;
  /** True when neither `_` nor `-` may stand before it, as in `task-list`. */
  readonly apart?: boolean;
  /** True when it may stand in the midst of a word. */
  readonly inside?: boolean;
  /** What the secret must look like, where the shape leaves a doubt. */
  readonly looks?: (secret: string) => boolean;
  /**
   * A text with one such token, which stands in ⟦…⟧ when there is more than the token, and a text that is left alone.
   * «mixed:20» stands for 20 made-up characters, so that no scanner takes this file for a leak.
   */
  readonly example: string;
  readonly counterExample: string;
}
