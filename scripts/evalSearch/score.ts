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

/** What counts as found. */
export type Level = 'session' | 'turn';

/** The place to which nDCG is taken. */
export const NDCG_AT = 10;

/** How good answers are. One that failed or is empty has found nothing; no question is left out for it. */
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
  // A dialogue has its place by its first hit; further hits in it take no place from others.
  const ranked = [...new Set(found.turns.map(({ sessionId }) => sessionId))];
  return { gained: gains(ranked, sessions), relevant: sessions.size };
}
