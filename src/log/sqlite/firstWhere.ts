import type { Params, Sql } from '../../sqlite/sqlite.js';

/**
 * The first position whose event fulfils a condition in SQL, which has to hold for all events behind that as well; one
 * behind the end without any. Found by halving, some 20 reads in one statement: so many statements take three times as long.
 */
export function firstWhere(sql: Sql, condition: string, params: Params): number {
  return sql.get<{ first: number }>(halving(condition), params)?.first ?? 1;
}

/** The first position of the events of a time in milliseconds since 1970, and the one behind the last. */
export function rangeOf(sql: Sql, time: number): readonly [first: number, behind: number] {
  return [firstWhere(sql, 'at >= :time', { time }), firstWhere(sql, 'at > :time', { time })];
}

const halving = (condition: string) => `
  WITH RECURSIVE halving(first, behind) AS (
    SELECT 1, coalesce((SELECT max(position) FROM events), 0) + 1
    UNION ALL
    SELECT iif(${condition}, first, (first + behind) / 2 + 1), iif(${condition}, (first + behind) / 2, behind)
    FROM halving LEFT JOIN events ON position = (first + behind) / 2 WHERE first < behind)
  SELECT first FROM halving WHERE first = behind`;
