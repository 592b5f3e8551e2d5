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
  const judged = answered.flatMap(({ question, found }) => {
    const { gained, relevant } = judge(question, found, level);
    return relevant === 0 ? [] : [{ gained, relevant }];
  });
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

function judge({ sessions, turns }: Question, found: Found, level: Level) {
  if (level === 'turn') return { gained: gains<Turn>(found.turns, turns), relevant: turns.size };
  // A dialogue has the rank of its first hit; further hits in it do not push others down.
  const ranked = [...new Set(found.turns.map(({ sessionId }) => sessionId))];
  return { gained: gains(ranked, sessions), relevant: sessions.size };
}
