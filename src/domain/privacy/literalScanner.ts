/** Gives the indices of the literals that a text holds, letter case aside; an upper bound, and each perhaps more than once. */
export type LiteralScanner = (text: string) => readonly number[];

/** Literals are told apart by their first characters, as many as this. */
const PREFIX = 3;
const BUCKETS = 1 << 14;

/**
 * Looks for many literals (lower case) in one pass: the three characters at each place say which literals could begin
 * there. The few that are shorter are looked for one by one.
 */
export function literalScanner(literals: readonly string[]): LiteralScanner {
  const buckets = new Map<number, number[]>();
  const isTaken = new Uint8Array(BUCKETS);
  const short: number[] = [];
  for (const [index, literal] of literals.entries()) {
    if (literal.length < PREFIX) short.push(index);
    else {
      const bucket = bucketAt(literal, 0);
      isTaken[bucket] = 1;
      buckets.set(bucket, [...(buckets.get(bucket) ?? []), index]);
    }
  }
  return (text) => {
    const found = short.filter((index) => text.includes(literals[index] ?? ''));
    let one = fold(text.charCodeAt(0));
    let two = fold(text.charCodeAt(1));
    for (let at = 2; at < text.length; at += 1) {
      const three = fold(text.charCodeAt(at));
      const bucket = hash(one, two, three);
      if (isTaken[bucket] === 1) {
        for (const index of buckets.get(bucket) ?? []) {
          if (holdsAt(text, at - 2, literals[index] ?? '')) found.push(index);
        }
      }
      one = two;
      two = three;
    }
    return found;
  };
}

/** Lower case of the letters that have one in ASCII, Latin, Greek and Cyrillic. */
const LOWER = Uint16Array.from({ length: 0x500 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
});

const fold = (code: number): number => (code < 0x500 ? (LOWER[code] ?? code) : code);

const hash = (one: number, two: number, three: number): number =>
  ((one * 0x0111) ^ (two * 0x2f) ^ (three * 0x0b05)) & (BUCKETS - 1);

function bucketAt(text: string, at: number): number {
  return hash(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
}

function holdsAt(text: string, at: number, literal: string): boolean {
  for (let i = 0; i < literal.length; i += 1) {
    if (fold(text.charCodeAt(at + i)) !== literal.charCodeAt(i)) return false;
  }
  return true;
}
