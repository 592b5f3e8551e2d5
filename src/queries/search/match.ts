import type { Explanation } from './explanation.js';

/** An observation that matched. A higher score is better. */
export interface Match {
  readonly position: number;
  readonly score: number;
  /** True when it contains all terms. */
  readonly whole: boolean;
  /** Why it has its score. */
  readonly explain?: () => Explanation;
}

/** Sorts matches by score, newest first among equals. */
export function byScore(a: Match, b: Match): number {
  return b.score - a.score || b.position - a.position;
}
