import type { Sql } from '../../sqlite/sqlite.js';
import type { SearchScope } from './searchScope.js';

/**
 * Positions of at most `limit` observations in the scope that match an FTS5 expression, newest first. FTS5 reads its
 * lists backwards and stops at the limit, so older matches cost nothing.
 */
export function newestMatches(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): readonly number[] {
  const rows = views.all<{ position: number }>(
    `SELECT o.position
     FROM observations_fts CROSS JOIN observations AS o ON o.position = observations_fts.rowid
     WHERE observations_fts MATCH :expression AND ${scope.indexConditions} AND ${scope.conditions}
     ORDER BY observations_fts.rowid DESC LIMIT :limit`,
    { ...scope.params, expression: scope.within(expression), limit },
  );
  return rows.map(({ position }) => position);
}
