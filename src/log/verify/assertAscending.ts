/**
 * Gives a page of rows as it is. Throws when one of them does not come after the one before, the first after
 * `position`: SQLite trusts a damaged tree, and would give the same rows again and again.
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
