/** At most `most` of some items, spread over all of them, the last included. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
