import { folded, wordsIn } from '../../domain/folded.js';
import { STOP_WORDS, stemOf } from '../search/words.js';

/** UTF-16 units of a content that are compared: the beginning says what a note is about. */
export const LONGEST_COMPARED = 4000;

/** The words of a text by their stems, each as it is written first; without stop words. */
export function wordsOf(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsIn(folded(text))) {
    if (word.length < 2 || STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    if (!words.has(stem)) words.set(stem, word);
  }
  return words;
}

/** What is compared of a note. */
export function comparedText({ title, content }: { title: string; content: string }): string {
  return `${title}\n${content.slice(0, LONGEST_COMPARED)}`;
}
