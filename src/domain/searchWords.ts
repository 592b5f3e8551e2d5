/** Of all other characters, lower case is all there is to fold. Dashes, quotation marks and mathematical signs stay as they are. */
const FOLDABLE = /[^\0-\x7f\u2010-\u2027\u2030-\u203b\u2190-\u2193\u2200-\u22ff]/;
const FOLDABLE_NEXT = new RegExp(FOLDABLE, 'g');
/** Another one: from Hebrew on, in ranges that hold all signs that the last two steps look for, and more. */
const BEYOND_GREEK = /[\u0590-\u1fff\u203c-\u2bff\u2e80-\uffff]/;

/**
 * No language has more than three marks on a letter, those of half-width kana included. A longer run is cut: to sort it takes time
 * that grows with its square.
 */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{3})[\p{M}\uff9e\uff9f]+/gu;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/**
 * Letters and digits in another width or form, such as `ＡＰＩ`, `ﬁ` and `²`. Signs keep their form: `Go™` is not `GoTM`. So do Thai and
 * Lao AM, which would become a mark and a letter.
 */
const OTHER_FORMS = /(?:(?![\0-\x7f\u0e33\u0eb3])[\p{L}\p{M}\p{N}])+/gu;
/** Marks that writers leave out: accents of Latin and Greek letters, vowel signs of Hebrew and Arabic, and what stretches a word. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]+/g;

/** Scripts that write words without spaces between them, and Hangul, whose words carry their particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
/** A character as a reader sees it: a letter with its marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
const MARKED = /\p{M}/u;
/** What stands for itself: a pictogram, or the two letters of a flag. */
const PICTOGRAM = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}{1,2}/gu;

/**
 * A text as search reads it, on both sides: in notes and in queries. In lower case and in normalisation form KC (UAX 15), without
 * invisible characters (`Default_Ignorable_Code_Point`, UAX 44) and without marks that writers leave out. Of a run of a script
 * without spaces, each two neighbours are a word, and the last character is one: any two are found by themselves, and any one
 * as the beginning of a word. A pictogram is a word, such as `u1f389`. Takes time linear in the text.
 */
export function folded(text: string): string {
  let out = '';
  let done = 0;
  for (let at = text.search(FOLDABLE); at >= 0; ) {
    let start = at;
    while (start > done && text.charCodeAt(start - 1) > SPACE) start -= 1;
    let end = at;
    // Up to the end of the last word of which the next one is near: each stretch takes a while by itself.
    while (at >= 0 && at < end + NEAR) {
      end = at;
      while (end < text.length && text.charCodeAt(end) > SPACE) end += 1;
      FOLDABLE_NEXT.lastIndex = end;
      at = FOLDABLE_NEXT.exec(text)?.index ?? -1;
    }
    out += text.slice(done, start) + foldedWords(text.slice(start, end));
    done = end;
  }
  // The last sigma of a word is the same letter as the others.
  return (out + text.slice(done)).toLowerCase().replaceAll('ς', 'σ');
}

const SPACE = 0x20;
const NEAR = 32;

/** All but the lower case of whole words. No rule looks across a space. */
function foldedWords(text: string): string {
  const bare = text
    .replace(IGNORABLE, '')
    .replace(MANY_MARKS, '$1')
    .replace(OTHER_FORMS, (letters) => letters.normalize('NFKD'))
    .replace(ACCENTS, '');
  const isBeyond = BEYOND_GREEK.test(bare);
  const composed = (isBeyond ? bare.replace(POINTS, '') : bare).normalize('NFC');
  if (!isBeyond) return composed;
  return composed
    .replace(UNSPACED, (run) => ` ${bigrams(run).join(' ')} `)
    .replace(PICTOGRAM, (sign) => ` ${[...sign].map(nameOf).join('')} `);
}

/** Each character with the one after it; the last one alone. */
function bigrams(run: string): readonly string[] {
  // Most runs have no marks, and to ask for them takes half the time.
  const characters = MARKED.test(run) ? (run.match(CHARACTER) ?? []) : [...run];
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}

const nameOf = (sign: string) => `u${sign.codePointAt(0)?.toString(16)}`;

/** The words of a folded text, in their order. The last character of a run is none, except where it is all of it. */
export function wordsIn(text: string): readonly string[] {
  const words = indexedIn(text);
  return words.filter((word, i) => !isEndOf(words[i - 1], word));
}

/** The words of a folded text as they follow each other in the index: only at the end, the text may go on there. */
export function phraseIn(text: string): readonly string[] {
  const words = indexedIn(text);
  const last = words.at(-1);
  return last !== undefined && isEndOf(words.at(-2), last) ? words.slice(0, -1) : words;
}

const indexedIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** Whether a word is the last character of the run that the word before it is of. */
const isEndOf = (before: string | undefined, word: string) =>
  before !== undefined && before !== word && before.endsWith(word) && isUnspaced(word);

/** Whether a word of a folded text is of a script without spaces. */
export const isUnspaced = (word: string): boolean => word.match(UNSPACED)?.[0] === word;

/** Whether a word of a folded text is a single character of such a script: in notes, the end of a run. */
export const isOneUnspaced = (word: string): boolean =>
  isUnspaced(word) && /^\P{M}\p{M}*$/u.test(word);

const HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** True for a word in camel case: `getUserById` and `HTMLParser`, but neither `users` nor `d3d3787dd31b`. */
export function isIdentifier(word: string): boolean {
  return /^_*[A-Za-z]\w*$/.test(word) && HUMP.test(word);
}

/** The words of a text that are identifiers, each once. Searches for humps, as few words have one. */
export function identifiersIn(text: string): readonly string[] {
  const identifiers = new Set<string>();
  const hump = new RegExp(HUMP, 'g');
  for (let done = 0; hump.test(text); hump.lastIndex = done) {
    // Stops at the end of the word before, so that each character is read once.
    let start = hump.lastIndex - 1;
    while (start > done && /\w/.test(text.charAt(start - 1))) start -= 1;
    done = hump.lastIndex;
    while (/\w/.test(text.charAt(done))) done += 1;
    const word = text.slice(start, done);
    if (isIdentifier(word)) identifiers.add(word);
  }
  return [...identifiers];
}

/** `getUserById` gives `get User By Id`, `parseHTMLString2` gives `parse HTML String 2`, a single word itself. */
export function splitIdentifier(identifier: string): string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}
