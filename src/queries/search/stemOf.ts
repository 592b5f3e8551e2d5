import { stemmer } from 'stemmer';

/** Stems of words that came before. A few thousand words make up most texts. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;
/** Longer words are hashes and tokens of programs: they are not kept. */
const LONGEST_KNOWN = 40;

/** A quick first test: Latin letters with marks, and the marks that stand by themselves. */
const LATIN_WITH_MARKS = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/;

/** A text as the index reads it: in lower case, with Latin letters without marks such as accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (!LATIN_WITH_MARKS.test(lower)) return lower;
  // To sort a long run of marks takes time that grows with its square.
  const bounded = lower.replace(/(\p{M}{3})\p{M}+/gu, '$1');
  const bare = bounded.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  return bare.normalize('NFC');
}

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
