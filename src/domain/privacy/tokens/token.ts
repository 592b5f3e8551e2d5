import { hasDigitAndLetter } from '../looks.js';
import { KINDS, type Kind } from '../rule.js';

/** A token that its prefix or its form gives away, or a value that the name of its service gives away. */
export interface Token {
  /** Unique; what a token is of and for. */
  readonly id: string;
  readonly kind: Kind;
  /**
   * Lower case. A text that holds none of these, letter case aside, holds no such token. Absent: every text is read. A
   * blank in one stands for a blank, `_`, `-` or nothing.
   */
  readonly keywords?: readonly string[] | undefined;
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

type Further = Partial<Pick<Token, 'kind' | 'anyCase' | 'apart' | 'inside' | 'looks'>>;

/** A token with a form of its own. Keywords are separated by `|`; none stands for every text. */
export function token(
  id: string,
  keywords: string,
  shape: string | readonly string[],
  further: Further = {},
): Token {
  const words = keywords === '' ? undefined : keywords.split('|');
  return {
    id,
    kind: kindOf(id),
    keywords: words,
    beside: false,
    shapes: [shape].flat(),
    ...further,
  };
}

/** A value that only the name of its service gives away; by default one with digits and letters. */
export function beside(...[id, keywords, shape, further]: Parameters<typeof token>): Token {
  return { ...token(id, keywords, shape), looks: hasDigitAndLetter, ...further, beside: true };
}

/** The kind whose name the id begins with. */
function kindOf(id: string): Kind {
  // The keys of KINDS are the kinds; Object.keys forgets it.
  const kinds = Object.keys(KINDS) as Kind[];
  return kinds.find((kind) => `${id}-`.startsWith(`${kind}-`)) ?? 'service-token';
}
