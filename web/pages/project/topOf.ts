/** The names with the largest counts, the largest first, and how many others there are. */
export function topOf(
  counts: Readonly<Record<string, number>>,
  shown: number,
): { top: (readonly [name: string, count: number])[]; others: number } {
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return { top: all.slice(0, shown), others: Math.max(0, all.length - shown) };
}
