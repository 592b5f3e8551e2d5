import { sha256Hex } from '../../domain/hash.js';

/** From this share of its words on, a text has been said by another one. */
const SHARE = 0.8;

/**
 * Remembers texts, and tells whether another one says nearly the same as one of them: whether that one has most of its words, in any
 * order. What says more than that is new.
 */
export function sayings() {
  const known: ReadonlySet<string>[] = [];
  const isKnown = (words: ReadonlySet<string>) => known.some((other) => isSaidBy(words, other));
  return {
    /** False for what was said before; else it is remembered. */
    isNew(text: string): boolean {
      const words = wordsOf(text);
      if (isKnown(words)) return false;
      known.push(words);
      return true;
    },
  };
}

/** Tells whether a name comes for the first time. */
export function firstTime(): (name: string) => boolean {
  const seen = new Set<string>();
  return (name) => !seen.has(name) && seen.add(name) !== undefined;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);

function isSaidBy(words: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...words].filter((word) => other.has(word)).length;
  return common >= SHARE * words.size;
}

/** What is equal for texts that say the same in the same words, whatever stands between the words. */
export const wordingOf = (text: string): string => sha256Hex([...wordsOf(text)].join(' '));
