/** Where values stand alone between gaps, so that no line leads to them: they are drawn as dots. */
export function isolated(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((value, i) => {
    const isAlone = typeof values[i - 1] !== 'number' && typeof values[i + 1] !== 'number';
    return typeof value === 'number' && isAlone ? [i] : [];
  });
}
