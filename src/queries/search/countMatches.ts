import type { Sql } from '../../sqlite/sqlite.js';

/** Number of matching rows that are read for an estimate. Fewer matches are counted exactly. */
export const SAMPLE = 250;

/** The number of rows of the index that match an FTS5 expression. Stops counting at `limit`. */
export function countMatches(views: Sql, expression: string, limit: number): number {
  return newest(views, expression, limit).count;
}

/**
 * The number of rows of the index that match an FTS5 expression: exact below `SAMPLE`. Above, an estimate that
 * assumes the density of the newest matches for the whole index.
 */
export function estimateMatches(views: Sql, expression: string): number {
  const { count, oldest } = newest(views, expression, SAMPLE);
  const last = lastPosition(views);
  return count < SAMPLE ? count : Math.round((count * last) / (last - oldest + 1));
}

/** The last position of an observation: an estimate of their number, because most events are observations. */
export function lastPosition(views: Sql): number {
  const sql = 'SELECT max(position) AS position FROM observations';
  return views.get<{ position: number | null }>(sql)?.position ?? 0;
}

function newest(views: Sql, expression: string, limit: number) {
  const row = views.get<{ count: number; oldest: number | null }>(
    `SELECT count(*) AS count, min(rowid) AS oldest FROM (
       SELECT rowid FROM observations_fts WHERE observations_fts MATCH :expression
       ORDER BY rowid DESC LIMIT :most)`,
    { expression, most: limit },
  );
  return { count: row?.count ?? 0, oldest: row?.oldest ?? 0 };
}
