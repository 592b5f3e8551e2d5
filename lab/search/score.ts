import type { Question, Turn } from './dataset.js';
import type { Found } from './engine.js';
import { gains, hitAt, mean, ndcgAt, recallAt, reciprocalRank } from './metrics.js';

/** A question with an engine's answer. */
export interface Answered {
  readonly question: Question;
  readonly found: Found;
}

/** Means over the questions that have something to find; NaN without any. */
export interface Score {
  readonly questions: number;
  /** By cut-off, in the order given. */
  readonly recall: readonly number[];
  readonly hit: readonly number[];
  readonly mrr: number;
  readonly ndcg: number;
  /** Counted over all questions, those without an answer included. */
  readonly errors: number;
  readonly empty: number;
}

/** The unit that has to be found. */
export type Level = 'session' | 'turn';

/** The number of ranks that nDCG counts. */
export const NDCG_AT = 10;

/** Scores answers. An answer that failed or is empty counts as finding nothing; its question is not left out. */
export function scoreOf(
  answered: readonly Answered[],
  level: Level,
  cutoffs: readonly number[],
): Score {
  const judged = answered.flatMap((one) => judge(one, level) ?? []);
  const failed = answered.filter(({ found }) => found.error !== undefined);
  const empty = answered.filter(({ found }) => !found.error && found.turns.length === 0);
  return {
    questions: judged.length,
    recall: cutoffs.map((k) => mean(judged.map((one) => recallAt(one.gained, one.relevant, k)))),
    hit: cutoffs.map((k) => mean(judged.map(({ gained }) => hitAt(gained, k)))),
    mrr: mean(judged.map(({ gained }) => reciprocalRank(gained))),
    ndcg: mean(judged.map(({ gained, relevant }) => ndcgAt(gained, relevant, NDCG_AT))),
    errors: failed.length,
    empty: empty.length,
  };
}

/** The gains of an answer by rank, and how much there is to find. */
export interface Judged {
  readonly gained: readonly number[];
  /** At least 1. */
  readonly relevant: number;
}

/** Judges an answer; undefined when there is nothing to find at this level. */
export function judge({ question, found }: Answered, level: Level): Judged | undefined {
  const { sessions, turns } = question;
  // A dialogue has the rank of its first hit; further hits in it do not push others down.
  const judged =
    level === 'turn'
      ? { gained: gains<Turn>(found.turns, turns), relevant: turns.size }
      : {
          gained: gains([...new Set(found.turns.map(({ sessionId }) => sessionId))], sessions),
          relevant: sessions.size,
        };
  return judged.relevant === 0 ? undefined : judged;
}

/** The level at which a set is judged: turns if it says for any question which of them answer it. */
export function levelOf(questions: readonly Question[]): Level {
  return questions.some(({ turns }) => turns.size > 0) ? 'turn' : 'session';
}
