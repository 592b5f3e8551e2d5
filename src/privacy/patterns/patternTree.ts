/** A pattern as it is built: one character of a class, an assertion, one after the other, one of several, repeated. */
export type PatternTree =
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'assertion' }
  | { readonly type: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly type: 'choice'; readonly options: readonly PatternTree[] }
  | {
      readonly type: 'repetition';
      readonly part: PatternTree;
      readonly min: number;
      /** `Infinity` for `*`, `+` and `{n,}`. */
      readonly max: number;
    };

/** What a pattern may not hold, in words for its author. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

const GROUP = /\((?:\?(?::|<[^=!>][^>]*>))?/y;
const LOOKAROUND = /\?<?[=!]/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const ESCAPE =
  /\\(?:u\{[^}]*\}|u[\dA-Fa-f]{4}(?:\\u[\dA-Fa-f]{4})?|x[\dA-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const CHARACTER = /[\s\S]/uy;

/**
 * The tree of a pattern that `RegExp` accepts. Throws `PatternRefused` for what refers back, and for what looks around
 * unless that is to count as an assertion like any other: the pattern does not show how long they take.
 */
export function patternTree(
  source: string,
  lookaround: 'refused' | 'asserted' = 'refused',
): PatternTree {
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at;
    const match = token.exec(source);
    if (match) at = token.lastIndex;
    return match;
  };

  function choice(): PatternTree {
    const options = [sequence()];
    while (source.charAt(at) === '|') {
      at += 1;
      options.push(sequence());
    }
    return { type: 'choice', options };
  }

  function sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (at < source.length && source.charAt(at) !== '|' && source.charAt(at) !== ')') {
      parts.push(repeated(atom()));
    }
    return { type: 'sequence', parts };
  }

  function repeated(part: PatternTree): PatternTree {
    const [whole, sign, min = '', comma, max] = take(QUANTIFIER) ?? [];
    if (whole === undefined) return part;
    if (sign !== undefined) {
      return {
        type: 'repetition',
        part,
        min: sign === '+' ? 1 : 0,
        max: sign === '?' ? 1 : Infinity,
      };
    }
    const most = comma === undefined ? Number(min) : max === '' ? Infinity : Number(max);
    return { type: 'repetition', part, min: Number(min), max: most };
  }

  function atom(): PatternTree {
    if (source.charAt(at) === '(') return group();
    if (/^(?:[$^]|\\[bB])/.test(source.slice(at, at + 2))) {
      at += source.charAt(at) === '\\' ? 2 : 1;
      return { type: 'assertion' };
    }
    if (/^\\[1-9k]/.test(source.slice(at, at + 2))) {
      throw new PatternRefused('refers back to a group: write the text of the group instead');
    }
    const [character = ''] = take(ESCAPE) ?? take(CLASS) ?? take(CHARACTER) ?? [];
    return { type: 'character', source: character };
  }

  function group(): PatternTree {
    take(GROUP);
    const looksAround = source.charAt(at) === '?';
    if (looksAround && (lookaround === 'refused' || take(LOOKAROUND) === null)) {
      throw new PatternRefused('looks ahead or behind, or sets flags: describe the secret itself');
    }
    const inside = choice();
    at += 1;
    return looksAround ? { type: 'assertion' } : inside;
  }

  return choice();
}
