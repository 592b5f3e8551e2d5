/** An observation that matched; the higher the score the better. */
export interface Match {
  readonly position: number;
  readonly score: number;
  /** Whether it holds all that was looked for. */
  readonly whole: boolean;
}

/** What holds everything first, then by score, then by newest. */
export function byRank(a: Match, b: Match): number {
  return Number(b.whole) - Number(a.whole) || b.score - a.score || b.position - a.position;
}
