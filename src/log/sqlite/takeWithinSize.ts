/** Bodies that are in memory at a time, in characters: a thousand of the longest would be more than a thread may hold. */
const MOST = 8 * 1024 * 1024;

/** The first of some rows, until their bodies together are longer than may be in memory, but at least one. */
export function takeWithinSize<Row>(rows: Iterable<Row>, lengthOf: (row: Row) => number): Row[] {
  const first: Row[] = [];
  let length = 0;
  for (const row of rows) {
    first.push(row);
    length += lengthOf(row);
    if (length > MOST) break;
  }
  return first;
}
