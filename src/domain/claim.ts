import { sha256Hex } from './hash.js';
import { folded, wordsIn } from './searchWords.js';
import { DONE_TYPES, isSmall, type NoteSize } from './smallNote.js';
import { STOP_WORDS, stemOf } from './wordForms.js';

/** What a text claims, in words that two texts about the same thing share, and in what sets them against each other. */
export interface Claim {
  /** The stems of its words, each once, sorted; without numbers, negations and words that say little. */
  readonly words: readonly string[];
  /** What has a digit, sorted. */
  readonly numbers: string;
  readonly isNegated: boolean;
}

/** English, German, French, Italian, Spanish and Russian. */
const NEGATIONS: ReadonlySet<string> = new Set(
  `no not never none nor nothing without cannot cant dont doesnt isnt wont stop avoid nicht kein keine keinem keinen keiner nie niemals
   ohne ne pas jamais sans aucun aucune non mai senza nunca sin ningun не нет никогда без`.split(
    /\s+/,
  ),
);

/** The end of `don't`, and signs that say no in Chinese and Japanese, where no space sets them apart. */
const CONTRACTED = /n['\u2019]t\b/gi;
const SAYS_NO = /[\u4e0d\u6ca1\u6c92\u65e0\u7121\u975e]/;

/** What a claim holds the same with or without. */
const LIGHT: ReadonlySet<string> = new Set(
  'ca wo sha always anymore any ever instead longer must need needs new now only still use used uses using'.split(
    ' ',
  ),
);

/** Numbers that name one of a series and claim nothing: `#12`, `GH-12`, `v1.2.3`, `release 4.1`, `step 2`, `2026-01-31`, `Q3`. */
const NAMES = [
  /#\d+|\b[A-Z]{2,10}-\d+|\bv\d[\w.+-]{0,40}|\b\d{4}-\d\d-\d\d|\b[QH][1-4]\b/g,
  new RegExp(
    `\\b(?:${[
      'build|chapter|day|episode|id|invoice|issue|iteration|meeting|milestone|part|phase|pr|release|round|run|section|session|sprint',
      'stage|step|task|ticket|version|week|woche|teil|schritt|tag',
    ].join('|')})\\s+(?:no\\.? ?)?\\d[\\w.+-]{0,40}`,
    'gi',
  ),
];
/** `1,000` and `1_000` are the number 1000; a unit is a word of its own, as in `5 s`. */
const THOUSANDS = /(?<=\d)[,_'\u2019](?=\d{3}(?!\d))/g;
const UNIT = /(?<=\d)(?=[a-z\u00b5])/gi;

/** What a text claims. Takes time linear in it. */
export function claimOf(text: string): Claim {
  const words = new Set<string>();
  const numbers: string[] = [];
  let isNegated = SAYS_NO.test(text);
  let plain = text.replace(CONTRACTED, ' not');
  for (const names of NAMES) plain = plain.replace(names, ' ');
  plain = plain.replace(THOUSANDS, '').replace(UNIT, ' ');
  for (const word of wordsIn(folded(plain))) {
    if (/\p{N}/u.test(word)) numbers.push(word.replace(/^0+(?=.)/, ''));
    else if (NEGATIONS.has(word)) isNegated = true;
    else if (word.length > 1 && !STOP_WORDS.has(word) && !LIGHT.has(word)) words.add(stemOf(word));
  }
  return { words: [...words].sort(), numbers: numbers.sort().join(' '), isNegated };
}

/** In what two claims about the same thing differ. */
export const DIFFERENCES = ['number', 'negation'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** In what two claims differ: both may hold only where they are about different things. */
export function differencesOf(one: Claim, other: Claim): readonly Difference[] {
  return DIFFERENCES.filter((of) =>
    of === 'number' ? one.numbers !== other.numbers : one.isNegated !== other.isNegated,
  );
}

/** In what two claims contradict each other: in nothing where they are about different things. */
export function contradictions(one: Claim, other: Claim): readonly Difference[] {
  const isAboutSame = claimKey(one) !== null && one.words.join(' ') === other.words.join(' ');
  return isAboutSame ? differencesOf(one, other) : [];
}

/** Whether two claims have a word in common. */
export const shareWord = (one: Claim, other: Claim): boolean =>
  one.words.some((word) => other.words.includes(word));

/** As `claimKey` of the title of a note; null for a small one, and for what was done: that something else was done later is no contradiction. */
export function noteClaim({ type, title, bytes }: NoteSize): number | null {
  return DONE_TYPES.includes(type) || isSmall({ type, title, bytes })
    ? null
    : claimKey(claimOf(title));
}

/** A claim in fewer words is about many things. */
const FEWEST_WORDS = 2;

/** A number of 48 bits that claims about the same thing have in common; null for one that says too little. */
function claimKey({ words }: Claim): number | null {
  if (words.length < FEWEST_WORDS) return null;
  return Number.parseInt(sha256Hex(words.join(' ')).slice(0, 12), 16);
}
