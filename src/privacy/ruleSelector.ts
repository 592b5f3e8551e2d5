import type { Rule } from './rule.js';

/** Returns the rules that could match a text, in their order. */
type RuleSelector = (text: string) => readonly Rule[];

/** A selector that reads a text once and compares it with the `needs` of all rules. */
export function ruleSelector(rules: readonly Rule[]): RuleSelector {
  const neededBy = new Map<string, readonly number[]>();
  for (const [index, { needs = [] }] of rules.entries()) {
    for (const literal of needs) neededBy.set(literal, [...(neededBy.get(literal) ?? []), index]);
  }
  const byLiteral = [...neededBy.values()];
  const scan = literalScanner([...neededBy.keys()]);
  const always = [...rules.keys()].filter((index) => rules[index]?.needs === undefined);
  // A safe cast: the indices are those of `rules`.
  const rulesAt = (indices: readonly number[]) => indices.map((index) => rules[index] as Rule);
  const withoutNeeds = rulesAt(always);
  return (text) => {
    const present = scan(text);
    if (present.length === 0) return withoutNeeds;
    const chosen = [...always];
    for (const literal of present) {
      for (const index of byLiteral[literal] ?? []) insert(chosen, index);
    }
    return rulesAt(chosen);
  };
}

/** Adds a number to a sorted list that holds none twice. For a few numbers that is faster than a set and a sort. */
function insert(sorted: number[], one: number): void {
  let at = sorted.length;
  while (at > 0 && (sorted[at - 1] ?? 0) > one) at -= 1;
  if (sorted[at - 1] !== one) sorted.splice(at, 0, one);
}

/** Returns the indices of the literals that a text contains, ignoring case. May repeat an index. */
type LiteralScanner = (text: string) => readonly number[];

/** Literals are looked for by 3 of their characters, of which a hash keeps 5 bits each. */
const PROBE = 3;
const HASHES = 1 << 15;
const hashWith = (hash: number, code: number): number => ((hash << 5) ^ code) & (HASHES - 1);

/**
 * Searches for many literals in one pass over the lower case of a text: the three characters at each place decide which
 * literals could stand there. The few shorter ones are searched for one by one.
 *
 * A lone save finds the caches of the processor empty. So what a pass reads is a bit for each hash and short columns of
 * numbers, and it calls no function of the engine: that halves its time.
 */
export function literalScanner(literals: readonly string[]): LiteralScanner {
  // The lower case of a letter may be two characters (İ), in a literal as in a text.
  const lowered = literals.map((literal) => literal.toLowerCase());
  const short = [...lowered.keys()].filter((index) => (lowered[index] ?? '').length < PROBE);
  const probes = lowered.flatMap((literal, index) => {
    if (literal.length < PROBE) return [];
    const offset = rarestIn(literal);
    const codes = [0, 1, 2].map((at) => literal.charCodeAt(offset + at));
    return [{ index, literal, offset, hash: codes.reduce(hashWith, 0) }];
  });
  probes.sort((a, b) => a.hash - b.hash);
  const indices = new Uint32Array(probes.map(({ index }) => index));
  const offsets = new Uint32Array(probes.map(({ offset }) => offset));
  const joined = probes.map(({ literal }) => literal).join('');
  const ends = new Uint32Array(probes.length);
  const taken = new Uint8Array(HASHES / 8);
  // Up to which probe hashes are not above this one.
  const probeEnds = new Uint16Array(HASHES);
  for (const [probe, { hash, literal }] of probes.entries()) {
    ends[probe] = (ends[probe - 1] ?? 0) + literal.length;
    taken[hash >> 3] = (taken[hash >> 3] ?? 0) | (1 << (hash & 7));
    probeEnds.fill(probe + 1, hash, probes[probe + 1]?.hash);
  }

  /** Whether the literal of a probe stands at `from`, which may be outside of the text. */
  function isAt(lower: string, from: number, probe: number): boolean {
    const start = ends[probe - 1] ?? 0;
    const end = ends[probe] ?? 0;
    for (let at = start; at < end; at += 1) {
      if (lower.charCodeAt(from + at - start) !== joined.charCodeAt(at)) return false;
    }
    return true;
  }

  return (text) => {
    const lower = text.toLowerCase();
    const found = short.filter((index) => lower.includes(lowered[index] ?? ''));
    let hash = 0;
    for (let at = 0; at < lower.length; at += 1) {
      hash = hashWith(hash, lower.charCodeAt(at));
      if (((taken[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0) continue;
      const end = probeEnds[hash] ?? 0;
      for (let probe = probeEnds[hash - 1] ?? 0; probe < end; probe += 1) {
        const from = at + 1 - PROBE - (offsets[probe] ?? 0);
        if (isAt(lower, from, probe)) found.push(indices[probe] ?? 0);
      }
    }
    return found;
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
