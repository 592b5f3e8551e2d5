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

export type Alphabet = keyof typeof ALPHABETS;

/** The characters of an alphabet as the inside of a class of a regular expression. */
export const classOf = (characters: string): string =>
  characters
    .replace(/\\/, '\\\\')
    .replace(DIGITS, '0-9')
    .replace(UPPER, 'A-Z')
    .replace(LOWER, 'a-z')
    .replace(/-$/, '\\-');
