/** The edit distance by its definition (optimal string alignment), in exponential time: for short texts. */
export function slowDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return slowDistance(a, b);
  const isExchanged = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  return (
    1 +
    Math.min(
      slowDistance(a, other),
      slowDistance(one, b),
      slowDistance(a, b),
      ...(isExchanged ? [slowDistance(one.slice(2), other.slice(2))] : []),
    )
  );
}
