import { folded, wordsIn } from '../../domain/searchWords.js';
import { stemOf } from '../../domain/wordForms.js';
import type { Term } from './parse.js';

/** What a text is searched for, without the index: the stems of a word's forms, or how words begin. */
export type Pattern =
  | { readonly kind: 'word'; readonly stems: readonly string[] }
  | { readonly kind: 'beginning'; readonly text: string };

/** The pattern of a term. */
export function patternOf({ kind, text, forms }: Term): Pattern {
  return kind === 'word'
    ? { kind, stems: [...new Set(forms.map((form) => stemOf(foldedWord(form))))] }
    : { kind, text: foldedWord(text) };
}

/** One word folded. */
const foldedWord = (word: string): string => wordsIn(folded(word)).join('');

/**
 * How often a folded text (`folded`) holds a pattern. Finds places by the beginning of a stem and takes stems only there,
 * which is ten times faster than to take all words of the text apart.
 */
export function occurrencesIn(text: string, pattern: Pattern): number {
  switch (pattern.kind) {
    case 'word':
      return pattern.stems.reduce((sum, stem) => sum + wordsWith(text, stem), 0);
    case 'beginning':
      return beginnings(text, pattern.text, () => true);
  }
}

/** How words with a stem begin: like the stem, its last letter aside. */
const startOf = (stem: string) => (stem.length > 1 ? stem.slice(0, -1) : stem);

function wordsWith(text: string, stem: string): number {
  return beginnings(text, startOf(stem), (word) => stemOf(word) === stem);
}

/** Longer words are not taken apart: a word of a hundred letters is none. */
const LONGEST_WORD = 100;

/** Number of words that begin so and fit. */
function beginnings(text: string, start: string, fits: (word: string) => boolean): number {
  let count = 0;
  for (let at = text.indexOf(start); at >= 0; ) {
    let end = at + start.length;
    while (isLetter(text, end)) end += 1;
    const isWord = !isLetter(text, at - 1) && end - at <= LONGEST_WORD;
    if (isWord && fits(text.slice(at, end))) count += 1;
    at = text.indexOf(start, end);
  }
  return count;
}

/** Whether a code unit of a folded text belongs to a word. Both halves of a surrogate pair do: emoji are rare. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 128 && /[\p{L}\p{N}\p{M}\p{Co}\p{Cs}]/u.test(text.charAt(at));
}
