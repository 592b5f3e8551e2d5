/** An observation that matched. A higher score is better. */
export interface Match {
  readonly position: number;
  readonly score: number;
  /** True when it contains all terms. */
  readonly whole: boolean;
}

/** Sorts matches with all terms first, then by score, then newest first. */
export function byRank(a: Match, b: Match): number {
  return Number(b.whole) - Number(a.whole) || b.score - a.score || b.position - a.position;
}
