/** Where the rows of a list are, from its top in pixels: `tops[i]` to `tops[i + 1]`. The last is the height of the list. */
export function rowPlaces<T>(rows: readonly T[], heightOf: (row: T) => number): number[] {
  const tops = [0];
  let top = 0;
  for (const row of rows) {
    top += heightOf(row);
    tops.push(top);
  }
  return tops;
}

/** The index of the row at a place. Before the first row it is 0, behind the last one their number. */
export function rowAt(tops: readonly number[], place: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
