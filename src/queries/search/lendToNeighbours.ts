import type { Sql } from '../../sqlite/sqlite.js';
import { byRank, type Match } from './match.js';
import type { SearchScope } from './searchScope.js';

/** The share of its score that a match lends, and how many of the best lend. */
const SHARE = 0.3;
const LENDERS = 50;

/**
 * Matches, given best first, with what is around them: in a work session, each of the best lends a share of
 * its score to the note before it and the two after it, which may so get in. A note takes the largest loan.
 */
export function lendToNeighbours(
  views: Sql,
  matches: readonly Match[],
  scope: SearchScope,
): readonly Match[] {
  const lenders = new Map(matches.slice(0, LENDERS).map((match) => [match.position, match]));
  const loans = new Map<number, number>();
  for (const { lender, position } of neighboursOf(views, [...lenders.keys()], scope)) {
    const loan = SHARE * (lenders.get(lender)?.score ?? 0);
    if (loan > (loans.get(position) ?? 0)) loans.set(position, loan);
  }
  const all = new Map(matches.map((match) => [match.position, match]));
  for (const [position, loan] of loans) {
    const match = all.get(position) ?? { position, score: 0, whole: false };
    all.set(position, { ...match, score: match.score + loan });
  }
  return [...all.values()].sort(byRank);
}

/** The notes around some, in the order in which they were saved, each as it stands in the scope. */
function neighboursOf(views: Sql, lenders: readonly number[], scope: SearchScope) {
  const near = (side: string) => `
    SELECT * FROM (SELECT id FROM observations
                   WHERE session_id = session AND position = first AND ${side})`;
  return views.all<{ lender: number; position: number }>(
    `SELECT lender, o.position FROM (
       SELECT position AS lender, first AS saved, session_id AS session FROM observations
       WHERE position IN (SELECT value FROM json_each(:lenders))
     ) CROSS JOIN observations AS o INDEXED BY observations_by_id ON o.id IN (
       ${near('position < saved ORDER BY position DESC LIMIT 1')} UNION ALL
       ${near('position > saved ORDER BY position LIMIT 2')}
     ) WHERE ${scope.conditions}`,
    { ...scope.params, lenders: JSON.stringify(lenders) },
  );
}
