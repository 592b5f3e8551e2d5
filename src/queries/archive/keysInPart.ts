import type { Params, Sql } from '../../sqlite/sqlite.js';
import { inSlices } from '../inSlices.js';

/** How the keys of a kind of things are walked over, in the order of an index. */
export interface KeyWalk<Row> {
  readonly views: () => Promise<Sql>;
  /** Selects the rows behind `last`, in part or not, without their texts; `in_part` is 1 or 0. */
  readonly after: (last: Row | undefined) => { readonly sql: string; readonly params: Params };
}

/**
 * The keys that are in the part. Rows that are not are passed in slices as well: where the project is small and the vault is
 * large, SQLite would look at a million rows in one turn to find the next one.
 */
export async function* keysInPart<Row extends { readonly in_part: 0 | 1 }>({
  views,
  after,
}: KeyWalk<Row>): AsyncGenerator<Row> {
  const slices = inSlices<Row, Row>({
    views,
    after: (open, last) => {
      const { sql, params } = after(last);
      return open.each<Row>(sql, params);
    },
    toItem: (_, row) => row,
  });
  for await (const slice of slices) yield* slice.filter((row) => row.in_part === 1);
}
