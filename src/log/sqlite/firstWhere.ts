import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from './headOf.js';

/**
 * The first position whose event fulfils a condition in SQL, which has to hold for all events behind that as well; one
 * behind the end without any. Found by halving, in some 20 reads.
 */
export function firstWhere(
  sql: Sql,
  condition: string,
  params: readonly (number | Buffer)[],
): number {
  const query = `SELECT ${condition} AS holds FROM events WHERE position = ?`;
  let [first, end] = [1, headOf(sql).position + 1];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (sql.get<{ holds: number }>(query, [...params, middle])?.holds) end = middle;
    else first = middle + 1;
  }
  return first;
}
