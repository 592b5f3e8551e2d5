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
 * Searches for many literals in one pass over the lower case of a text: the three characters at each place decide which
 * literals could stand there. The few shorter ones are searched for one by one.
 */
export function literalScanner(literals: readonly string[]): LiteralScanner {
  const buckets = new Map<number, Probe[]>();
  const isTaken = new Uint8Array(BUCKETS);
  // The lower case of a letter may be two characters (İ), in a literal as in a text.
  const lowered = literals.map((literal) => literal.toLowerCase());
  const short: number[] = [];
  for (const [index, literal] of lowered.entries()) {
    if (literal.length < PROBE) short.push(index);
    else {
      const offset = rarestIn(literal);
      const [one, two, three] = [0, 1, 2].map((at) => literal.charCodeAt(offset + at));
      const bucket = hash(one ?? 0, two ?? 0, three ?? 0);
      const others = buckets.get(bucket);
      if (others === undefined) buckets.set(bucket, [{ index, literal, offset }]);
      else others.push({ index, literal, offset });
      isTaken[bucket] = 1;
    }
  }
  return (text) => {
    const lower = text.toLowerCase();
    const indices = short.filter((index) => lower.includes(lowered[index] ?? ''));
    let one = lower.charCodeAt(0);
    let two = lower.charCodeAt(1);
    for (let at = 2; at < lower.length; at += 1) {
      const three = lower.charCodeAt(at);
      const bucket = hash(one, two, three);
      if (isTaken[bucket] === 1) {
        for (const { index, literal, offset } of buckets.get(bucket) ?? []) {
          // A negative place would be read as 0.
          const from = at - 2 - offset;
          if (from >= 0 && lower.startsWith(literal, from)) indices.push(index);
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

/**
 * Where the three characters begin that ordinary text holds least often, so that few places of it are looked at twice. Without
 * arrays of its own: every program that filters asks it of each literal at its start.
 */
function rarestIn(literal: string): number {
  let rarest = 0;
  let best = -1;
  let [before, last] = [rarity(literal, 0), rarity(literal, 1)];
  for (let offset = 0; offset + PROBE <= literal.length; offset += 1) {
    const next = rarity(literal, offset + 2);
    const sum = before + last + next;
    if (sum > best) {
      rarest = offset;
      best = sum;
    }
    before = last;
    last = next;
  }
  return rarest;
}

function rarity(literal: string, at: number): number {
  const rank = FREQUENT.indexOf(literal.charAt(at));
  return rank === -1 ? FREQUENT.length : rank;
}

const hash = (one: number, two: number, three: number): number =>
  ((one * 0x0111) ^ (two * 0x2f) ^ (three * 0x0b05)) & (BUCKETS - 1);
