/** What fell into the buckets of a histogram: into each up to its bound, and above the last one. */
export interface Buckets {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
  /** How many fell into each bucket, and as the last number how many were above all bounds. */
  readonly counts: readonly number[];
}

/**
 * The value below which a share `q` (0 to 1) of all values is, estimated as `histogram_quantile` of Prometheus does: evenly
 * spread within a bucket, and the last bound for what is above it. Null when nothing was counted.
 */
export function histogramQuantile(q: number, { bounds, counts }: Buckets): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = q * total;
  let below = 0;
  for (const [i, upper] of bounds.entries()) {
    const count = counts[i] ?? 0;
    if (count > 0 && below + count >= rank) {
      const lower = bounds[i - 1] ?? 0;
      return lower + (upper - lower) * ((rank - below) / count);
    }
    below += count;
  }
  return bounds.at(-1) ?? null;
}
