/** The `most` that weigh most, in their order; of two that weigh as much, the earlier one. Meant for one more than that. */
export function best<Ranked>(
  all: readonly Ranked[],
  most: number,
  weightOf: (one: Ranked) => number,
): Ranked[] {
  if (all.length <= most) return [...all];
  const least = Math.min(...all.map(weightOf));
  const dropped = all.findLastIndex((one) => weightOf(one) === least);
  return best(all.toSpliced(dropped, 1), most, weightOf);
}
