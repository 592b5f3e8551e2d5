/** UTF-16 units from one to another, and how many half tokens each takes. */
const RANGES: readonly (readonly [from: number, to: number, halves: number])[] = [
  [0x0000, 0x07ff, 4],
  [0x00c0, 0x00ff, 2], // Latin
  [0x0391, 0x03c9, 2], // Greek
  [0x0410, 0x044f, 2], // Cyrillic
  [0x05d0, 0x05ea, 2], // Hebrew
  [0x0621, 0x064a, 2], // Arabic
  [0x0800, 0xd7ff, 6], // what is not below, such as Cherokee, Yi, rare ideographs
  [0x0900, 0x0e7f, 3], // scripts of India, Sinhala, Thai
  [0x0e80, 0x0fbc, 4], // Lao, Tibetan
  [0x1000, 0x10ff, 4], // Burmese, Georgian
  [0x1200, 0x137f, 4], // Ethiopic
  [0x1780, 0x17ff, 3], // Khmer
  [0x1e00, 0x1f7f, 4], // Vietnamese, Greek with accents
  [0x2000, 0x233f, 4], // signs
  [0x2500, 0x26bf, 4],
  [0x2700, 0x27bf, 4],
  [0x3000, 0x30ff, 3], // kana
  [0x3100, 0x317f, 4], // Bopomofo, single Hangul letters
  [0x4e00, 0x9fff, 4], // ideographs
  [0xd800, 0xdfff, 4], // halves of a character of four bytes
  [0xd83c, 0xd83e, 2], // the first half of an emoji
  [0xe000, 0xffff, 6],
  [0xff00, 0xffef, 4], // wide and narrow forms
];

/** Of the 28 Hangul syllables that differ in their final consonant alone, nearly all Korean text has these. */
const FREQUENT_FINALS = [0, 1, 4, 8, 16, 17, 19, 20, 21];

/** Half tokens of each UTF-16 unit. */
const HALVES = new Uint8Array(0x10000);
for (const [from, to, halves] of RANGES) HALVES.fill(halves, from, to + 1);
for (let first = 0xac00; first <= 0xd788; first += 28) {
  for (const final of FREQUENT_FINALS) HALVES[first + final] = 4;
}

/**
 * About how many tokens a text takes that has no character of ASCII, except for a blank before it: at most its bytes in
 * UTF-8, half of them for the letters that tokenizers know well.
 */
export function scriptTokens(text: string): number {
  const hasBlank = text.startsWith(' ');
  let halves = hasBlank && standsAlone(text.charCodeAt(1)) ? 2 : 0;
  for (let i = hasBlank ? 1 : 0; i < text.length; i += 1) halves += HALVES[text.charCodeAt(i)] ?? 0;
  return halves / 2;
}

/** Whether the character that begins so shares no token with a blank before it, as signs and Hangul do. */
function standsAlone(unit: number): boolean {
  const isSign = unit >= 0x2010 && unit <= 0x27bf;
  const isHangul = unit >= 0xac00 && unit <= 0xd7a3;
  return (HALVES[unit] ?? 0) > 2 && !isSign && !isHangul;
}
