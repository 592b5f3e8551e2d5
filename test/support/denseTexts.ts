const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CAPITAL = SMALL.toUpperCase();
const DIGITS = '0123456789';

/** Kinds of texts that have many tokens for their length, each with the characters that it is drawn from. */
const ALPHABETS: Readonly<Record<string, string>> = {
  'small letters': SMALL,
  consonants: 'bcdfghjklmnpqrstvwxz',
  capitals: CAPITAL,
  hex: '0123456789abcdef',
  base32: `${CAPITAL}234567`,
  base64: `${CAPITAL}${SMALL}${DIGITS}+/`,
  'base64 for URLs': `${CAPITAL}${SMALL}${DIGITS}-_`,
  'all of ASCII': between(0x21, 0x7e),
  'words of small letters': `${SMALL}      `,
  'words of both cases': `${CAPITAL}${SMALL}          `,
  'blanks and line ends': ' \n',
  'wide blanks': between(0x2000, 0x200a),
  Cherokee: between(0x13a0, 0x13f4),
  Yi: between(0xa000, 0xa48c),
  kana: between(0x3041, 0x3096),
  ideographs: between(0x4e00, 0x9fa5),
  'ideographs of extension A': between(0x3400, 0x4db5),
  'ideographs of extension B': between(0x20000, 0x2a6d6),
  hieroglyphs: between(0x13000, 0x1342e),
  Hangul: between(0xac00, 0xd7a3),
  'combining marks': between(0x300, 0x36f),
  'Latin letters with marks': between(0x100, 0x17f),
  'drawn boxes': between(0x2500, 0x257f),
  arrows: between(0x2190, 0x21ff),
  Braille: between(0x2800, 0x28ff),
  Tibetan: between(0xf40, 0xf47),
  Ethiopic: between(0x1200, 0x1248),
  'rare emoji': '🫠🪿🫎🪻🩷',
};

/** Words of languages that a tokenizer splits more often than English ones. */
const LANGUAGES: Readonly<Record<string, string>> = {
  German:
    'Donaudampfschifffahrtsgesellschaft Rindfleischetikettierungsüberwachung Straßenverkehrsordnungswidrigkeit ',
  Finnish: 'epäjärjestelmällistyttämättömyydellänsäkään lentokonesuihkuturbiinimoottori ',
  Turkish: 'muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine ',
  Welsh: 'llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch ',
  Russian: 'Повтор платежа с одним ключом. ',
  Japanese: '決済の再試行には同じ鍵を使う。',
  Korean: '결제 재시도에는 같은 키를 사용한다. ',
};

/** Texts of so many characters, the same in each run, by what they are made of. */
export function denseTexts(length: number): readonly (readonly [what: string, text: string])[] {
  const draw = drawing();
  const drawn = Object.entries(ALPHABETS).map(([what, alphabet]) => {
    const characters = Array.from(alphabet);
    return [
      what,
      Array.from({ length }, () => characters[draw(characters.length)]).join(''),
    ] as const;
  });
  const written = Object.entries(LANGUAGES).map(
    ([what, words]) => [what, words.repeat(length / words.length + 1).slice(0, length)] as const,
  );
  return [...drawn, ...written];
}

function between(first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return String.fromCodePoint(...codes);
}

/** Numbers from 0 to below `end`: a linear congruential generator. */
function drawing() {
  let state = 7;
  return (end: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
}
