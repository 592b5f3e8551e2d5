/** A code span, and where the text goes on behind it. */
export interface CodeSpan {
  readonly text: string;
  readonly end: number;
}

/**
 * Finds code spans: as many backticks as it began with end one. All runs of backticks are looked up once, so that texts of
 * many that end nothing take no longer. Ask for places from left to right.
 */
export function codeSpansOf(text: string): (from: number, ticks: number) => CodeSpan | undefined {
  const runs = new Map<number, number[]>();
  for (const {
    0: { length },
    index,
  } of text.matchAll(/`+/g)) {
    const same = runs.get(length);
    if (same) same.push(index);
    else runs.set(length, [index]);
  }
  // The last is taken off when it is passed, so the first has to be the last.
  for (const same of runs.values()) same.reverse();
  return (from, ticks) => {
    const start = from + ticks;
    const same = runs.get(ticks) ?? [];
    while (same.length > 0 && (same.at(-1) ?? start) < start) same.pop();
    const close = same.at(-1);
    if (close === undefined) return undefined;
    const code = text.slice(start, close).replaceAll('\n', ' ');
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
    return { text: isPadded ? code.slice(1, -1) : code, end: close + ticks };
  };
}
