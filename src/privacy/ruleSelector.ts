import type { Rule } from './rule.js';

/** Returns the rules that could match a text, in their order. */
type RuleSelector = (text: string) => readonly Rule[];

/** A selector that reads a text once and compares it with the `needs` of all rules. */
export function ruleSelector(rules: readonly Rule[]): RuleSelector {
  const neededBy = new Map<string, readonly Rule[]>();
  for (const rule of rules) {
    for (const literal of rule.needs ?? [])
      neededBy.set(literal, [...(neededBy.get(literal) ?? []), rule]);
  }
  const always = rules.filter(({ needs }) => needs === undefined);
  const byLiteral = [...neededBy.values()];
  const scan = literalScanner([...neededBy.keys()]);
  return (text) => {
    const present = scan(text);
    if (present.length === 0) return always;
    const selected = new Set([
      ...always,
      ...present.flatMap((literal) => byLiteral[literal] ?? []),
    ]);
    return rules.filter((rule) => selected.has(rule));
  };
}

/** Returns the indices of the literals that a text contains, ignoring case. May repeat an index, and may report too many. */
type LiteralScanner = (text: string) => readonly number[];

/** Literals are grouped by 3 of their characters. */
const PROBE = 3;
const BUCKETS = 1 << 14;

/** A literal, and the place in it of the characters that it is grouped by. */
interface Probe {
  readonly index: number;
  readonly literal: string;
  readonly offset: number;
}

/**
 * Searches for many literals (lower case) in one pass: the three characters at each place decide which literals could
 * stand there. The few shorter ones are searched for one by one.
 */
export function literalScanner(literals: readonly string[]): LiteralScanner {
  const buckets: Probe[][] = [];
  const isTaken = new Uint8Array(BUCKETS);
  const short: number[] = [];
  for (const [index, literal] of literals.entries()) {
    if (literal.length < PROBE) short.push(index);
    else {
      const offset = rarestIn(literal);
      const bucket = bucketAt(literal, offset);
      isTaken[bucket] = 1;
      buckets[bucket] = [...(buckets[bucket] ?? []), { index, literal, offset }];
    }
  }
  return (text) => {
    const indices = short.filter((index) => text.includes(literals[index] ?? ''));
    let one = fold(text.charCodeAt(0));
    let two = fold(text.charCodeAt(1));
    for (let at = 2; at < text.length; at += 1) {
      const three = fold(text.charCodeAt(at));
      const bucket = hash(one, two, three);
      if (isTaken[bucket] === 1) {
        for (const { index, literal, offset } of buckets[bucket] ?? []) {
          if (holdsAt(text, at - 2 - offset, literal)) indices.push(index);
        }
      }
      one = two;
      two = three;
    }
    return indices;
  };
}

/** The letters of English, the most frequent first. All else is rarer. */
const FREQUENT = ' etaoinsrhldcumfpgwybvk';

/** Where the three characters begin that ordinary text holds least often, so that few places of it are looked at twice. */
function rarestIn(literal: string): number {
  let rarest = 0;
  let best = -1;
  for (let offset = 0; offset + PROBE <= literal.length; offset += 1) {
    const ranks = [...literal.slice(offset, offset + PROBE)].map((c) => FREQUENT.indexOf(c));
    const rarity = ranks.reduce((sum, rank) => sum + (rank === -1 ? FREQUENT.length : rank), 0);
    if (rarity > best) {
      rarest = offset;
      best = rarity;
    }
  }
  return rarest;
}

/** The lower case of ASCII, Latin, Greek and Cyrillic letters, by code unit. */
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
