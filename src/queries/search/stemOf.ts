import { stemmer } from 'stemmer';

/** Stems of words that came before. A few thousand words make up most texts. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;
/** Longer words are hashes and tokens of programs: they are not kept. */
const LONGEST_KNOWN = 40;

/**
 * The stem of a folded word, as the index holds it (M. F. Porter, “An algorithm for suffix stripping”, 1980). It begins
 * like the word, its last letter aside.
 */
export function stemOf(word: string): string {
  const stem = known.get(word);
  if (stem !== undefined) return stem;
  const made = stemmer(word);
  if (word.length <= LONGEST_KNOWN) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(word, made);
  }
  return made;
}
