import type { Sql } from '../../sqlite/sqlite.js';

/** Rows of the index that are looked at to tell rare from common: what has fewer is counted exactly. */
export const SAMPLE = 250;

/** How many rows of the index match an FTS5 expression: exact up to `most`, where it stops. */
export function countMatches(views: Sql, expression: string, most: number): number {
  return newest(views, expression, most).count;
}

/**
 * How many rows of the index match an FTS5 expression: exact below `SAMPLE`; what is more common is taken to be
 * as dense everywhere as in its newest rows.
 */
export function estimateMatches(views: Sql, expression: string): number {
  const { count, oldest } = newest(views, expression, SAMPLE);
  const last = lastPosition(views);
  return count < SAMPLE ? count : Math.round((count * last) / (last - oldest + 1));
}

/** Stands for the number of observations, since most events are one. */
export function lastPosition(views: Sql): number {
  const sql = 'SELECT max(position) AS position FROM observations';
  return views.get<{ position: number | null }>(sql)?.position ?? 0;
}

function newest(views: Sql, expression: string, most: number) {
  const row = views.get<{ count: number; oldest: number | null }>(
    `SELECT count(*) AS count, min(rowid) AS oldest FROM (
       SELECT rowid FROM observations_fts WHERE observations_fts MATCH :expression
       ORDER BY rowid DESC LIMIT :most)`,
    { expression, most },
  );
  return { count: row?.count ?? 0, oldest: row?.oldest ?? 0 };
}
