import type { Sql } from '../../sqlite/sqlite.js';
import { visible } from '../visible.js';
import { byRank, type Match } from './match.js';
import type { SearchScope } from './searchScope.js';

/** The 50 best matches add 0.3 of their score to their neighbours. */
const SHARE = 0.3;
const MAX_SOURCES = 50;

/**
 * Boosts the notes around the best matches (`matches` are sorted, best first). In a work session, the note before a
 * match and the two after it get a share of its score, and so they may become matches themselves. A note next to
 * several matches gets the largest share.
 */
export function boostNeighbours(
  views: Sql,
  matches: readonly Match[],
  scope: SearchScope,
): readonly Match[] {
  const sources = new Map(matches.slice(0, MAX_SOURCES).map((match) => [match.position, match]));
  const boosts = new Map<number, number>();
  for (const { lender, position } of neighboursOf(views, [...sources.keys()], scope)) {
    const boost = SHARE * (sources.get(lender)?.score ?? 0);
    if (boost > (boosts.get(position) ?? 0)) boosts.set(position, boost);
  }
  const all = new Map(matches.map((match) => [match.position, match]));
  for (const [position, boost] of boosts) {
    const match = all.get(position) ?? { position, score: 0, whole: false };
    all.set(position, { ...match, score: match.score + boost });
  }
  return [...all.values()].sort(byRank);
}

/**
 * The neighbours of some notes in the order in which they were saved, of those that the caller may see, each in the
 * revision that is in the scope.
 */
function neighboursOf(views: Sql, sources: readonly number[], scope: SearchScope) {
  const near = (side: string) => `
    SELECT * FROM (SELECT id FROM observations
                   WHERE session_id = session AND position = first AND ${visible()} AND ${side})`;
  return views.all<{ lender: number; position: number }>(
    `SELECT lender, o.position FROM (
       SELECT position AS lender, first AS saved, session_id AS session FROM observations
       WHERE position IN (SELECT value FROM json_each(:lenders))
     ) CROSS JOIN observations AS o INDEXED BY observations_by_id ON o.id IN (
       ${near('position < saved ORDER BY position DESC LIMIT 1')} UNION ALL
       ${near('position > saved ORDER BY position LIMIT 2')}
     ) WHERE ${scope.conditions}`,
    { ...scope.params, lenders: JSON.stringify(sources) },
  );
}
