/**
 * The pattern of a token that is known by its form. It begins where a word begins (`apart`: nor after `_` or `-`;
 * `inside`: anywhere), or where the run of characters that it begins with does, and so reads a run once. A part of fixed
 * length ends where its characters end.
 */
export function patternOf(
  shape: string,
  { anyCase, apart, inside }: { anyCase?: boolean; apart?: boolean; inside?: boolean },
): RegExp {
  const parts = parseShape(shape);
  const edge = inside ? '' : apart ? '\\w\\-' : edgeOf(parts, 'start');
  const before = edge === '' ? '' : `(?<![${edge}])`;
  return new RegExp(`${before}${valuePattern(parts)}`, anyCase ? 'dgi' : 'dg');
}

/** Between a keyword and its value: the rest of a name, what closes it, a sign, what opens the value. Each is bounded. */
const CONNECTED = [
  '[ \\t\\w.-]{0,32}',
  '[\\\\"\'`\\])]{0,4}[ \\t]{0,8}',
  '(?:=>|[:?.+|]{0,3}=|\\|\\||[:>]|(?<=["\'`]),|\\bis\\b)',
  '[\\s"\'`=\\\\]{0,16}',
].join('');

/**
 * The pattern of a value that is known by a keyword before it: `datadog_api_key = "…"`, `<DatadogKey>…`, "the Datadog key
 * is …". Group 1 is the keyword, group 2 the value.
 */
export function patternBeside(keywords: readonly string[], shape: string): RegExp {
  // The longest first: of `sumo` and `sumologic`, the text holds the one that goes on.
  const names = [...keywords]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
  return new RegExp(`(${names})${CONNECTED}(${valuePattern(parseShape(shape))})`, 'dgi');
}

function valuePattern(parts: readonly Part[]): string {
  const after = edgeOf(parts, 'end');
  return `${sequence(parts)}${after === '' ? '' : `(?![${after}])`}`;
}

const sequence = (parts: readonly Part[]): string => parts.map(patternOfPart).join('');

function patternOfPart(part: Part): string {
  if ('literal' in part) return escaped(part.literal);
  if ('choice' in part) return `(?:${part.choice.map(sequence).join('|')})`;
  const { alphabet, least, most } = part;
  const times = most === least ? `${least}` : `${least},${Number.isFinite(most) ? most : ''}`;
  return `[${classOf(ALPHABETS[alphabet])}]{${times}}`;
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The characters that may not stand next to a token, as the inside of a class. None next to a sign, and none behind what
 * has no fixed length, because it takes all it can.
 */
function edgeOf(parts: readonly Part[], side: 'start' | 'end'): string {
  const part = side === 'start' ? parts.at(0) : parts.at(-1);
  if (part === undefined) return '';
  if ('literal' in part) {
    const outer = side === 'start' ? part.literal.at(0) : part.literal.at(-1);
    return ALPHABETS.mixed.includes(outer ?? '') ? classOf(ALPHABETS.mixed) : '';
  }
  if ('choice' in part) {
    const edges = part.choice.filter((way) => way.length > 0).map((way) => edgeOf(way, side));
    return edges.includes('') ? '' : classOf(ALPHABETS.mixed);
  }
  const { alphabet, most } = part;
  if (alphabet === 'pad' || (side === 'end' && !Number.isFinite(most))) return '';
  // A number may stand behind a word, as in `bot123456789:…`.
  if (alphabet === 'digits' && side === 'start') return classOf(ALPHABETS.digits);
  return classOf(
    ALPHABETS[alphabet].length > ALPHABETS.mixed.length ? ALPHABETS[alphabet] : ALPHABETS.mixed,
  );
}

/** Shorter ones are in many a text, and longer ones make no difference. */
const SHORTEST_LITERAL = 3;

/**
 * The literals of which a token of this shape holds one, in lower case: the longest that stand together. Undefined when they are
 * shorter than three characters. A short one goes on with the digits behind it.
 */
export function literalsOf(shape: string): readonly string[] | undefined {
  let best = [''];
  let run = [''];
  for (const part of parseShape(shape)) {
    const isDigit = 'alphabet' in part && (part.alphabet === 'digits' || part.alphabet === 'hex');
    const goesOn = isDigit && part.least > 0 && shortest(run) < SHORTEST_LITERAL;
    const ways = goesOn ? [...ALPHABETS[part.alphabet]] : waysOf([part]);
    if (ways) run = run.flatMap((before) => ways.map((way) => before + way));
    if (shortest(run) > shortest(best)) best = run;
    if (ways === undefined || (goesOn && part.most > 1)) run = [''];
  }
  if (shortest(best) < SHORTEST_LITERAL) return undefined;
  return [...new Set(best.map((literal) => literal.toLowerCase()))];
}

const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length));

/** All texts that these parts may be; undefined when one of them is made up. */
function waysOf(parts: readonly Part[]): readonly string[] | undefined {
  let ways: readonly string[] = [''];
  for (const part of parts) {
    if ('alphabet' in part) return undefined;
    const next = 'literal' in part ? [part.literal] : part.choice.flatMap(waysOf);
    if (next.includes(undefined)) return undefined;
    ways = ways.flatMap((before) => next.map((way) => `${before}${way}`));
  }
  return ways;
}

/** A part of a shape: a literal, a run of characters of one alphabet, or a choice between sequences of parts. */
export type Part =
  | { readonly literal: string }
  | { readonly alphabet: Alphabet; readonly least: number; readonly most: number }
  | { readonly choice: readonly (readonly Part[])[] };

const LEXEME = /«(\w+):(\d+)(?:-(\d+)|(\+))?»|\\(.)|([()|])(\??)|([^«()|\\]+)/gy;

/**
 * Reads a shape. It is written as the token itself: what is made up stands as «mixed:20» (20 characters of the alphabet
 * `mixed`), «mixed:20-24» or «mixed:20+»; (a|b) is one of the two, (a)? may be missing; a backslash makes the next
 * character a literal.
 *
 * @throws on any other use of these signs, and on an unknown alphabet: a fault of the catalogue.
 */
export function parseShape(shape: string): readonly Part[] {
  const open: Part[][][] = [[[]]];
  const add = (part: Part) => open.at(-1)?.at(-1)?.push(part);
  const wrong = () => new Error(`no shape of a token: ${shape}`);
  let read = 0;
  for (const lexeme of shape.matchAll(LEXEME)) {
    const [all, alphabet, least, most, more, escaped, sign, optional, literal] = lexeme;
    read += all.length;
    if (alphabet !== undefined) {
      if (!isAlphabet(alphabet)) throw wrong();
      const from = Number(least);
      add({ alphabet, least: from, most: more ? Number.POSITIVE_INFINITY : Number(most ?? from) });
    } else if (sign === '(') open.push([[]]);
    else if (sign === '|') open.at(-1)?.push([]);
    else if (sign === ')') {
      const choice = open.pop();
      if (choice === undefined || open.length === 0) throw wrong();
      add({ choice: optional === '?' ? [...choice, []] : choice });
    } else add({ literal: escaped ?? literal ?? '' });
  }
  const [whole] = open[0] ?? [];
  if (read !== shape.length || open.length !== 1 || open[0]?.length !== 1 || !whole?.length)
    throw wrong();
  return whole;
}

const isAlphabet = (name: string): name is Alphabet => Object.hasOwn(ALPHABETS, name);

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const LETTERS = UPPER + LOWER;

/** The characters that parts of tokens are made of, by the name that shapes and examples call them. */
export const ALPHABETS = {
  digits: DIGITS,
  hex: `${DIGITS}abcdefABCDEF`,
  letters: LETTERS,
  lower: LOWER + DIGITS,
  upper: UPPER + DIGITS,
  mixed: LETTERS + DIGITS,
  ident: `${LETTERS}${DIGITS}_`,
  url: `${LETTERS}${DIGITS}_-`,
  b64: `${LETTERS}${DIGITS}+/`,
  wide: `${LETTERS}${DIGITS}_=-`,
  dotted: `${LETTERS}${DIGITS}_.-`,
  open: `${LETTERS}${DIGITS}_.=-`,
  slashed: `${LETTERS}${DIGITS}_/\\\\-`,
  tilde: `${LETTERS}${DIGITS}_~.-`,
  path: `${LETTERS}${DIGITS}_@/+=-`,
  percent: `${LETTERS}${DIGITS}%`,
  pad: '=',
} as const satisfies Record<string, string>;

type Alphabet = keyof typeof ALPHABETS;

/** The characters of an alphabet as the inside of a class of a regular expression. */
const classOf = (characters: string): string =>
  characters
    .replace(/\\/, '\\\\')
    .replace(DIGITS, '0-9')
    .replace(UPPER, 'A-Z')
    .replace(LOWER, 'a-z')
    .replace(/-$/, '\\-');
