import type { Sql } from '../../sqlite/sqlite.js';
import type { SearchScope } from './searchScope.js';

/** The notes that hold a word, as positions of their revisions, newest first. */
export interface Holders {
  readonly positions: readonly number[];
  /** False when there are older ones. */
  readonly complete: boolean;
}

/** No notes, or none that are known. */
export const NOBODY: Holders = { positions: [], complete: false };

/**
 * The newest rows of the index in the scope that match an FTS5 expression, at most `limit`. Replaced revisions are among
 * them. FTS5 reads its lists backwards and stops at the limit: a thousand rows take about 0.13 ms, and older ones nothing.
 */
export function newestHolders(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): Holders {
  return read(views, scope.within(expression), scope.indexConditions, scope.params, limit);
}

/** The same, of all that the caller may see. */
export function newestSeen(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
): Holders {
  return newestMatching(views, scope.seen(expression), limit);
}

/** Whether a position is among the holders. A binary search: to build a set takes longer than the few questions asked. */
export function holds({ positions }: Holders, position: number): boolean {
  let from = 0;
  let to = positions.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((positions[middle] ?? 0) > position) from = middle + 1;
    else to = middle;
  }
  return positions[from] === position;
}

/** The newest rows of the index that match an FTS5 expression, whoever may see them. */
export function newestMatching(views: Sql, expression: string, limit: number): Holders {
  return read(views, expression, 'TRUE', {}, limit);
}

/** As one JSON array: a row for each position would take twice as long. */
function read(
  views: Sql,
  expression: string,
  conditions: string,
  params: SearchScope['params'],
  limit: number,
): Holders {
  const row = views.get<{ positions: string }>(
    `SELECT json_group_array(position) AS positions FROM (
       SELECT rowid AS position FROM observations_fts
       WHERE observations_fts MATCH :expression AND ${conditions} ORDER BY rowid DESC LIMIT :limit)`,
    { ...params, expression, limit },
  );
  // Unchecked: SQLite wrote it from row ids.
  const positions: number[] = row ? JSON.parse(row.positions) : [];
  return { positions, complete: positions.length < limit };
}
