/** Length of the bodies in memory, in UTF-16 units: a thousand of the longest would exceed the memory of a thread. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** The first rows, up to the one with which the total length exceeds the limit; at least one row. */
export function takeWithinSize<Row>(rows: Iterable<Row>, lengthOf: (row: Row) => number): Row[] {
  const taken: Row[] = [];
  let length = 0;
  for (const row of rows) {
    taken.push(row);
    length += lengthOf(row);
    if (length > MAX_LENGTH) break;
  }
  return taken;
}
