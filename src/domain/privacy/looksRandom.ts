const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/**
 * Whether a word looks drawn at random rather than written: long, of letters and digits, and changing between them (and
 * from lower to upper case) more often than words, versions, dates and names of algorithms do. Looks at the beginning of
 * a long one.
 */
export function looksRandom(word: string): boolean {
  const seen = word.slice(0, 128);
  if (seen.length < 10 || /\s/.test(seen) || !/\d/.test(seen)) return false;
  const changes = seen.match(CHANGES)?.length ?? 0;
  return changes >= Math.max(3, seen.length / 6);
}
