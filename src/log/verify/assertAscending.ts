/**
 * Returns a page of rows unchanged. Throws unless their positions increase, starting above `position`: SQLite trusts a
 * damaged B-tree and could return the same rows without end.
 */
export function assertAscending<Row extends { readonly position: number }>(
  position: number,
  page: readonly Row[],
): readonly Row[] {
  let before = position;
  for (const row of page) {
    if (row.position <= before) throw new Error(`event ${row.position} is found after ${before}`);
    before = row.position;
  }
  return page;
}
