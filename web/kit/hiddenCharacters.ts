/**
 * Characters that cannot be seen and change what is read: they turn the direction of writing, hide letters, or have no
 * width. Line feeds and tabs are none.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is one of them by itself.
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

const JOINERS = '\u200c\u200d';
/** What joiners are needed for: the letters of Arabic and Indic scripts, and emoji that are made of several. */
const JOINED =
  /\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

const NAMES: Readonly<Record<string, string>> = {
  '0': 'null character',
  '1B': 'escape',
  AD: 'soft hyphen',
  '61C': 'Arabic letter mark',
  '200B': 'zero-width space',
  '200C': 'zero-width non-joiner',
  '200D': 'zero-width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '2028': 'line separator',
  '2029': 'paragraph separator',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of a change of direction',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'isolate',
  '2069': 'end of an isolate',
  FEFF: 'zero-width no-break space',
};

/** A run of one hidden character in a text. */
export interface Hidden {
  /** `U+202E`. */
  readonly code: string;
  readonly name: string;
  readonly times: number;
}

/** Texts with more runs are made to be a burden: what is beyond is shown as `▯`, without its name. */
export const MOST_NAMED = 200;

/** A text in parts: what can be seen as it is, and each run of hidden characters with its name. */
export function hiddenCharactersOf(text: string): readonly (string | Hidden)[] {
  if (!HIDDEN.test(text)) return [text];
  const parts: (string | { code: string; name: string; times: number })[] = [];
  let seen = '';
  let named = 0;
  let before = '';
  for (const char of text) {
    if (!HIDDEN.test(char) || (JOINERS.includes(char) && JOINED.test(before))) {
      seen += char;
    } else if (named >= MOST_NAMED) {
      seen += '▯';
    } else {
      const last = parts.at(-1);
      const { code, name } = nameOf(char);
      if (seen === '' && typeof last === 'object' && last.code === code) {
        last.times += 1;
      } else {
        if (seen !== '') parts.push(seen);
        seen = '';
        parts.push({ code, name, times: 1 });
        named += 1;
      }
    }
    before = char;
  }
  if (seen !== '') parts.push(seen);
  return parts;
}

/** A text without its hidden characters, for places that cannot show them, such as the title of the window. */
export function withoutHidden(text: string): string {
  return hiddenCharactersOf(text)
    .filter((part) => typeof part === 'string')
    .join('');
}

/** Whether there is any in a text; joiners count wherever they stand. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

function nameOf(char: string): { code: string; name: string } {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return { code: `U+${hex.padStart(4, '0')}`, name: NAMES[hex] ?? 'invisible character' };
}
