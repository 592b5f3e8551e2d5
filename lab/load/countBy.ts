/** How many items there are of each key, by key. */
export function countBy<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  // Not an object from the start: a key may be `__proto__`.
  return Object.fromEntries(counts);
}
