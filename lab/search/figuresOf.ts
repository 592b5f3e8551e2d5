import { hitAt, recallAt, reciprocalRank } from './metrics.js';
import { type Answered, type Judged, judge, type Level } from './score.js';

/** What is measured of each answer, from 0 to 1. */
const MEASURED = {
  'recall@1': ({ gained, relevant }: Judged) => recallAt(gained, relevant, 1),
  'recall@10': ({ gained, relevant }: Judged) => recallAt(gained, relevant, 10),
  'hit@10': ({ gained }: Judged) => hitAt(gained, 10),
  MRR: ({ gained }: Judged) => reciprocalRank(gained),
};

export type Measure = keyof typeof MEASURED;

/** In the order of the columns. */
export const MEASURES: readonly Measure[] = ['recall@1', 'recall@10', 'hit@10', 'MRR'];

/** One measure of the answers to all questions, by the id of the question. */
export type Values = ReadonlyMap<string, number>;

export type Figures = Readonly<Record<Measure, Values>>;

/** The figures of the questions that have something to find. An answer that failed or is empty is 0 in all of them. */
export function figuresOf(answered: readonly Answered[], level: Level): Figures {
  const judged = answered.flatMap((one): (readonly [string, Judged])[] => {
    const result = judge(one, level);
    return result ? [[one.question.id, result]] : [];
  });
  const valuesOf = (measure: Measure): Values =>
    new Map(judged.map(([id, one]) => [id, MEASURED[measure](one)]));
  return {
    'recall@1': valuesOf('recall@1'),
    'recall@10': valuesOf('recall@10'),
    'hit@10': valuesOf('hit@10'),
    MRR: valuesOf('MRR'),
  };
}
