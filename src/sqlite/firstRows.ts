/** The first rows, up to the one with which their lengths exceed `most`; at least one, if there is any. */
export function firstRows<Row>(
  rows: Iterable<Row>,
  lengthOf: (row: Row) => number,
  most: number,
): { readonly taken: Row[] /** Whether there may be more. */; readonly isCut: boolean } {
  const taken: Row[] = [];
  let length = 0;
  for (const row of rows) {
    taken.push(row);
    length += lengthOf(row);
    if (length > most) return { taken, isCut: true };
  }
  return { taken, isCut: false };
}
