// All of these take gains: for each rank, best first, 1 or 0. `relevant` is the number of items to find, at least 1.

/** 1 at each rank where something relevant comes up for the first time, 0 at the others. */
export function gains<T>(ranked: readonly T[], relevant: ReadonlySet<T>): readonly number[] {
  const seen = new Set<T>();
  return ranked.map((item) => {
    const counts = relevant.has(item) && !seen.has(item);
    seen.add(item);
    return counts ? 1 : 0;
  });
}

/** The share of the relevant items that is among the first `k`. */
export function recallAt(gained: readonly number[], relevant: number, k: number): number {
  return sum(gained.slice(0, k)) / relevant;
}

/** 1 when a relevant item is among the first `k`, else 0. */
export function hitAt(gained: readonly number[], k: number): number {
  return gained.slice(0, k).includes(1) ? 1 : 0;
}

/** 1 / the rank of the first relevant item; 0 without one. */
export function reciprocalRank(gained: readonly number[]): number {
  const first = gained.indexOf(1);
  return first < 0 ? 0 : 1 / (first + 1);
}

/** Gains discounted by the logarithm of their rank, over those of the best possible order. */
export function ndcgAt(gained: readonly number[], relevant: number, k: number): number {
  const discounted = (values: readonly number[]) =>
    sum(values.slice(0, k).map((gain, i) => gain / Math.log2(i + 2)));
  return discounted(gained) / discounted(Array.from({ length: Math.min(relevant, k) }, () => 1));
}

/** NaN without numbers. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
