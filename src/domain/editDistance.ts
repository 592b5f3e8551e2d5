/** A text that is compared with a word letter by letter, with the distances of what was read of it. In UTF-16 units. */
export interface Aligned {
  /** What was read. */
  readonly text: string;
  /** The distance of `text` to each beginning of the word, from the empty one to the whole. */
  readonly row: readonly number[];
  /** The row before the last letter; undefined for the empty text. */
  readonly before: readonly number[] | undefined;
  /** The least of `row`: the distance that the text has at least, whatever follows. */
  readonly least: number;
}

/** The empty text, compared with `word`. */
export function emptyText(word: string): Aligned {
  const row = Array.from({ length: word.length + 1 }, (_, i) => i);
  return { text: '', row, before: undefined, least: 0 };
}

/**
 * The text with one more letter. Optimal string alignment: a letter that is left out, added, replaced, or exchanged with
 * its neighbour counts 1. Distances above `most` may be given as infinite: so the time does not grow with the word. `least`
 * never falls as letters are added.
 */
export function withLetter(
  word: string,
  { text, row, before }: Aligned,
  letter: string,
  most: number,
): Aligned {
  const last = text.at(-1);
  const length = text.length + 1;
  const next = new Array<number>(word.length + 1).fill(Number.POSITIVE_INFINITY);
  if (length <= most) next[0] = length;
  let least = at(next, 0);
  // A beginning that is longer or shorter by more than `most` is too far off.
  for (let i = Math.max(1, length - most); i <= Math.min(word.length, length + most); i++) {
    const same = word[i - 1] === letter ? 0 : 1;
    const edited = Math.min(at(next, i - 1) + 1, at(row, i) + 1, at(row, i - 1) + same);
    const exchanged = before && i > 1 && word[i - 1] === last && word[i - 2] === letter;
    const distance = exchanged ? Math.min(edited, at(before, i - 2) + 1) : edited;
    next[i] = distance;
    least = Math.min(least, distance);
  }
  return { text: text + letter, row: next, before: row, least };
}

/** The edit distance of two texts as `withLetter` counts; undefined when it is above `most`. Stops as soon as it must be. */
export function editDistance(word: string, other: string, most: number): number | undefined {
  if (Math.abs(word.length - other.length) > most) return undefined;
  // What is the same at the beginning makes no difference.
  const same = sharedBeginning(word, other);
  const rest = word.slice(same);
  let aligned = emptyText(rest);
  for (let i = same; i < other.length && aligned.least <= most; i++) {
    aligned = withLetter(rest, aligned, other.charAt(i), most);
  }
  const distance = at(aligned.row, rest.length);
  return same + aligned.text.length === other.length && distance <= most ? distance : undefined;
}

const at = (row: readonly number[], i: number) => row[i] ?? Number.POSITIVE_INFINITY;

/** The number of UTF-16 units with which both texts begin. */
export function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Of `names`, the one that somebody most likely meant by another: see `differenceOf`. Undefined when none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  let nearest: { name: string; difference: number } | undefined;
  for (const name of names) {
    const difference = differenceOf(given, name);
    if (difference !== undefined && difference < (nearest?.difference ?? Number.POSITIVE_INFINITY))
      nearest = { name, difference };
  }
  return nearest?.name;
}

/** Longer names are cut: what follows does not make them more alike. */
const MOST_COMPARED = 64;

/**
 * How different two names are; undefined when they have too little in common. Case and what separates words make no
 * difference, so that `sessionId` is `session_id`. One letter in three may be another; a name of three letters or more may be
 * the beginning or the end of the other.
 */
function differenceOf(given: string, name: string): number | undefined {
  const [one, other] = [letters(given), letters(name)];
  const shorter = Math.min(one.length, other.length);
  const distance = editDistance(one, other, Math.max(1, Math.floor(shorter / 3)));
  if (distance !== undefined) return shorter > 1 || distance === 0 ? distance : undefined;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isPart = short.length >= 3 && (long.startsWith(short) || long.endsWith(short));
  return isPart ? MOST_COMPARED + long.length - short.length : undefined;
}

const letters = (name: string) =>
  name
    .slice(0, MOST_COMPARED)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
