import { seededRandom } from '../../test/crash/seededRandom.js';
import { percentile } from '../../tools/percentile.js';
import type { Values } from './figuresOf.js';
import { mean } from './metrics.js';

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
 * so the interval is narrower than the two of their own. Throws when the questions are not the same.
 */
export function pairedDifference(ours: Values, theirs: Values): Interval {
  if (ours.size !== theirs.size) throw new Error('there are answers to different questions');
  const differences = [...ours].map(([id, value]) => {
    const other = theirs.get(id);
    if (other === undefined) throw new Error(`there is no answer to question ${id} to compare`);
    return value - other;
  });
  return bootstrap(differences);
}
