const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/**
 * True when a word looks random: at least 10 characters, with digits, and changing between letters and digits (and from
 * lower to upper case) more often than words, versions, dates and names of algorithms do. Reads at most 128 characters.
 */
export function looksRandom(word: string): boolean {
  const head = word.slice(0, 128);
  if (head.length < 10 || /\s/.test(head) || !/\d/.test(head)) return false;
  return changesIn(head) >= Math.max(3, head.length / 6);
}

/** How often a word changes between letters and digits, and from lower to upper case. */
export const changesIn = (word: string): number => word.match(CHANGES)?.length ?? 0;
