import type { Kind } from '../kinds.js';

/**
 * A token that its prefix or its form gives away. A run of token characters is read from its beginning only (a look-behind
 * holds the characters of the run) or from a literal, and greedily: linear. A test proves it of each shape.
 */
export interface TokenShape {
  /** Unique; what a token is of and for. */
  readonly id: string;
  readonly kind: Kind;
  /** Lower case. A text that holds none of these, letter case aside, holds no such token. Absent: every text is read. */
  readonly keywords?: readonly string[];
  /** With the flags `d` and `g`. The whole match is the secret. */
  readonly shape: RegExp;
  /** What the secret must look like, where the shape leaves a doubt. */
  readonly looks?: (secret: string) => boolean;
  /**
   * A text with one such token, and one that is left alone. «mixed:20» stands for 20 made-up characters, so that no
   * scanner takes this file for a leak.
   */
  readonly example: string;
  readonly counterExample: string;
}
