import { RANK } from './constants.js';
import type { Term } from './parse.js';

/** A word in a note and around it. */
interface WordEvidence {
  readonly weight: number;
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

/** The lengths of a note. */
export interface Lengths {
  readonly bytes: number;
  /** Of its title, in bytes. */
  readonly titleBytes: number;
  /** `bytes` by the mean of the notes of the project, or of the vault: 1 is average. */
  readonly ratio: number;
}

/**
 * What a word adds. As in BM25 (Robertson and Zaragoza, “The Probabilistic Relevance Framework”, 2009), a note gets more of the
 * weight the more often it holds the word for its length. A word in title or tags adds more, least in a long title. Words around
 * the note add what they bring beyond the note's own, so that a word in both is not paid twice.
 */
export function scoreWord(
  { weight, count, inTitle, around }: WordEvidence,
  { bytes, titleBytes, ratio }: Lengths,
): WordScore {
  const title = inTitle ? RANK.TITLE / (1 + titleBytes / RANK.TITLE_BYTES) : 0;
  const note = weight * (saturated(count / divisor(Math.min(RANK.LONGEST, ratio))) + title);
  if (around === 0) return { note, around: 0 };
  const held = count > 0 ? 1 / divisor(ratio) : 0;
  const more = saturated(held + around) - saturated(held);
  return { note, around: weight * more * Math.sqrt(Math.min(1, bytes / RANK.SHORT)) };
}

const saturated = (amount: number) => amount / (1 + amount);

/** By what a length divides the words of a note: 1 for average length. */
const divisor = (ratio: number) => 1 - RANK.LENGTH + RANK.LENGTH * ratio;

/** How long a note is beside the others. */
export function lengthRatio(bytes: number, average: number): number {
  return (bytes + RANK.MORE_BYTES) / (average + RANK.MORE_BYTES);
}

/** What a note lends of each word that it holds to one that stands `places` after it; negative: before it. */
export function lent(places: number, ratio: number, asks: boolean): number {
  const share = places > 0 ? RANK.LENT_AFTER : RANK.LENT_BEFORE;
  const more = places > 0 && asks ? RANK.LENT_BY_QUESTION : 1;
  return (more * share) / 2 ** (Math.abs(places) - 1) / divisor(ratio);
}

/** By what the score of a note is multiplied for what it is, not for its words. */
export function factorOf(note: { readonly asks: boolean; readonly superseded: boolean }): number {
  return (note.asks ? RANK.QUESTION : 1) * (note.superseded ? RANK.SUPERSEDED : 1);
}

/** More than any word can add to a score, for a word of weight 1: by the note, by its title and by those around it. */
export const HIGHEST = 1 + RANK.TITLE + 1;

/** What a word adds, in words. */
export function explained({ text, corrected, forms }: Term, { note, around }: WordScore) {
  return {
    word: text,
    ...(corrected && { read_as: [...forms] }),
    in_note: round(note),
    around: round(around),
  };
}

/** Rounds a score to three digits after the point: more would only say something about the arithmetic. */
export const round = (score: number) => Math.round(score * 1000) / 1000;
