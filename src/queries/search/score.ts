/** Saturation (k1) of BM25 (Robertson and Zaragoza, “The Probabilistic Relevance Framework”, 2009) for words of a note and around it. */
const K = 1.2;
/** Saturation of how often a note holds a word. */
const K_OFTEN = 3;
/** How much the length of a note matters (b of BM25). */
const B = 0.5;
/** A word in title or tags counts as if it came so many times as often. */
export const IN_TITLE = 1.5;
/** A word counts less often the more notes hold it: how often `error` occurs tells little where every second note has it. */
const DAMPING = 6;
/** Share of its word in the score that a note gets from one, two or three places after it, and before it. */
const FROM_BEFORE = [0.5, 0.25, 0.1] as const;
const FROM_AFTER = [0.25, 0.15, 0.05] as const;
/** A question lends more to what follows, which may be its answer, and is worth less itself. */
const LENT_BY_QUESTION = 1.25;
const QUESTION = 0.9;
/** A remark that is shorter than this says little by itself. */
const SHORT_BYTES = 250;
const SHORT_POWER = 0.15;
/** A note whose place another one took is worth half of what it says. */
export const SUPERSEDED = 0.5;
/** Weight of what the notes around hold together. */
const SESSION = 0.1;

/** Places on each side from which words count. */
export const REACH = FROM_BEFORE.length;

/** A word in a note and around it. */
export interface WordEvidence {
  readonly weight: number;
  /** Share of the notes that hold it, 0 to 1. */
  readonly share: number;
  /** How often the note holds it: 0 when it does not. */
  readonly count: number;
  /** Whether title or tags hold it. */
  readonly inTitle: boolean;
  /** Sum of `lent` over the notes around it that hold it. */
  readonly around: number;
}

/** What one word adds to a score: by the note itself, and by those around it. */
export interface WordScore {
  readonly note: number;
  readonly around: number;
}

/** The length of a note as it divides what the note holds: 1 for average length. */
export function lengthNorm(bytes: number, average: number): number {
  return 1 - B + (B * bytes) / average;
}

/** What a word adds. `norm` is the `lengthNorm` of the note. */
export function scoreWord(
  { weight, share, count, inTitle, around }: WordEvidence,
  norm: number,
): WordScore {
  const held = count > 0 ? 1 / norm : 0;
  const times = count > 1 ? 1 + (count - 1) * (1 - share) ** DAMPING : 1;
  const more = count > 0 ? saturated(inTitle ? IN_TITLE * times : times, K_OFTEN) - 1 : 0;
  const note = saturated(held, K);
  return {
    note: weight * (note + more),
    around: weight * (saturated(held + around, K) - note),
  };
}

const saturated = (amount: number, k: number) => ((k + 1) * amount) / (amount + k);

/** What a note lends of each word that it holds to one that stands `places` after it; negative: before it. 0 beyond `REACH`. */
export function lent(places: number, norm: number, asks: boolean): number {
  const shares = places > 0 ? FROM_BEFORE : FROM_AFTER;
  const share = shares[Math.abs(places) - 1] ?? 0;
  return (share * (places > 0 && asks ? LENT_BY_QUESTION : 1)) / norm;
}

/** What a word adds to all notes of a session of which `count` hold it. */
export function scoreSession(weight: number, count: number): number {
  return SESSION * weight * (count / (count + 1));
}

/** By what the score of a note is multiplied for what it is, not for its words. */
export function factorOf({
  bytes,
  asks,
}: {
  readonly bytes: number;
  readonly asks: boolean;
}): number {
  return (asks ? QUESTION : 1) * Math.min(1, bytes / SHORT_BYTES) ** SHORT_POWER;
}

/** More than any word can add to a score, for a word of weight 1. */
export const HIGHEST = K + 1 + K_OFTEN + SESSION;
