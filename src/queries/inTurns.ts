import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from '../sqlite/sqlite.js';

/**
 * The rows behind the last one, `most` in a turn, until there are fewer. `inSlices` counts texts, of which these have none: its turns would
 * be twice as long.
 */
export async function* inTurns<Row>(
  views: () => Promise<Sql>,
  most: number,
  after: (open: Sql, last: Row | undefined) => readonly Row[],
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = after(await views(), last);
    yield* rows;
    if (rows.length < most) return;
    last = rows.at(-1);
    await nextTurn();
  }
}
