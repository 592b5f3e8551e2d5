import { hasDigitAndLetter } from '../looks.js';
import { KINDS, type Kind } from '../rule.js';

/** A token that its prefix or its form gives away, or a value that the name of its service gives away. */
export interface Token {
  /** Unique; what a token is of and for. */
  readonly id: string;
  readonly kind: Kind;
  /**
   * Lower case. A text that holds none of these, letter case aside, holds no such token. A blank in one stands for a blank,
   * `_`, `-` or nothing. Absent: the shapes say it.
   */
  readonly keywords?: readonly string[];
  /**
   * True for a value without a form of its own: it counts only behind one of the keywords, as in `datadog_key = …`.
   * False: the token is known wherever it stands.
   */
  readonly beside: boolean;
  /** How it looks, in one way or several, in the notation of `parseShape`. */
  readonly shapes: readonly string[];
  /** True when the letters of the shape may be of either case, as in the name of a host. */
  readonly anyCase?: boolean;
  /** True when neither `_` nor `-` may stand before it, as in `task-list`. */
  readonly apart?: boolean;
  /** True when it may stand in the midst of a word. */
  readonly inside?: boolean;
  /** What the secret must look like, where the shape leaves a doubt. */
  readonly looks?: (secret: string) => boolean;
}

type Further = Partial<Omit<Token, 'id' | 'beside' | 'shapes'>>;

/** A token with a form of its own. */
export function token(id: string, shape: string | readonly string[], further?: Further): Token {
  return { id, kind: kindOf(id), beside: false, shapes: [shape].flat(), ...further };
}

/** A value that only the name of its service gives away, one of `keywords` (apart by `|`); by default with digits and letters. */
export function beside(
  id: string,
  keywords: string,
  shape: string | readonly string[],
  further?: Further,
): Token {
  const known = { keywords: keywords.split('|'), looks: hasDigitAndLetter };
  return { ...token(id, shape, { ...known, ...further }), beside: true };
}

/** The kind whose name the id begins with. */
function kindOf(id: string): Kind {
  // The keys of KINDS are the kinds; Object.keys forgets it.
  const kinds = Object.keys(KINDS) as Kind[];
  return kinds.find((kind) => `${id}-`.startsWith(`${kind}-`)) ?? 'service-token';
}
