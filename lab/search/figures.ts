import { seededRandom } from '../../test/crash/seededRandom.js';
import { percentile } from '../../tools/percentile.js';
import type { Turn } from './dialogues.js';
import type { Question } from './questions.js';

/** A search for turns: the best first, {@link HITS} at most. Throws when a question cannot be asked. */
export type Engine = (question: Pick<Question, 'text' | 'project'>) => Promise<readonly Turn[]>;

/** Hits that every engine is asked for. */
export const HITS = 100;

/** What has to be found: turns in a set that names for any question which of them answer it, else sessions. */
export type Level = 'session' | 'turn';

export const levelOf = (questions: readonly Question[]): Level =>
  questions.some(({ turns }) => turns.size > 0) ? 'turn' : 'session';

/** What is measured of each answer, from 0 to 1. */
export const MEASURES = ['recall@10', 'MRR'] as const;

/** A value for each question, by its id. */
export type Values = ReadonlyMap<string, number>;

export type Figures = Readonly<Record<(typeof MEASURES)[number], Values>>;

/** Asks an engine all questions that have something to find, one after the other. An empty answer is 0 in all figures. */
export async function figuresOf(
  engine: Engine,
  questions: readonly Question[],
  level: Level,
): Promise<Figures> {
  const recall = new Map<string, number>();
  const reciprocalRank = new Map<string, number>();
  for (const question of questions) {
    const relevant = level === 'turn' ? question.turns : question.sessions;
    if (relevant.size === 0) continue;
    const found = await engine(question);
    const gained =
      level === 'turn'
        ? gains(found, question.turns)
        : // A session has the place of its first hit; further hits in it do not push others down.
          gains([...new Set(found.map(({ sessionId }) => sessionId))], question.sessions);
    recall.set(question.id, recallAt(gained, relevant.size, 10));
    reciprocalRank.set(question.id, reciprocalRankOf(gained));
  }
  return { 'recall@10': recall, MRR: reciprocalRank };
}

/** For each rank, best first: 1 where something relevant comes up for the first time, 0 at the others. */
export function gains<T>(ranked: readonly T[], relevant: ReadonlySet<T>): readonly number[] {
  const seen = new Set<T>();
  return ranked.map((item) => {
    const counts = relevant.has(item) && !seen.has(item);
    seen.add(item);
    return counts ? 1 : 0;
  });
}

/** The share of the relevant items, at least 1, that is among the first `k`. */
export const recallAt = (gained: readonly number[], relevant: number, k: number): number =>
  sum(gained.slice(0, k)) / relevant;

/** 1 / the rank of the first relevant item; 0 without one. */
export function reciprocalRankOf(gained: readonly number[]): number {
  const first = gained.indexOf(1);
  return first < 0 ? 0 : 1 / (first + 1);
}

/** NaN without numbers. */
export const mean = (values: readonly number[]): number => sum(values) / values.length;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A mean, and where it lies in 95 of 100 cases when other questions of the same kind are asked. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const SAMPLES = 2000;
const SEED = 1;

/**
 * The percentile bootstrap over questions: the means of 2,000 samples of as many values, drawn from the values with
 * replacement. The same values give the same interval. NaN without values.
 */
export function bootstrap(values: readonly number[]): Interval {
  const random = seededRandom(SEED);
  const draw = () => values[Math.floor(random() * values.length)] ?? Number.NaN;
  const means = Array.from({ length: SAMPLES }, () => mean(values.map(draw)));
  means.sort((a, b) => a - b);
  return { mean: mean(values), low: percentile(means, 2.5), high: percentile(means, 97.5) };
}

/**
 * By how much `ours` is better than `theirs` on the same questions. A question that is hard for both says nothing then,
 * so the interval is narrower than the two of their own. Throws when theirs lack a question.
 */
export function pairedDifference(ours: Values, theirs: Values): Interval {
  const differences = [...ours].map(([id, value]) => {
    const other = theirs.get(id);
    if (other === undefined) throw new Error(`there is no answer to question ${id} to compare`);
    return value - other;
  });
  return bootstrap(differences);
}
