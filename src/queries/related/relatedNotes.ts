import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import type { Visibility } from '../../domain/visibility.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import { scopeToken } from '../../projections/search/scopeToken.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { NOW } from '../asOf.js';
import { observationOf } from '../observationOf.js';
import { type SearchScope, searchScope } from '../search/searchScope.js';
import { rareWords, sharedKeys, sharesOf } from './rareWords.js';
import { comparedText, wordsOf } from './wordsOf.js';

/** Why a note is related to another. */
const REASONS = ['session', 'tags', 'words'] as const;
type Reason = (typeof REASONS)[number];

/** A note that has to do with another. */
export const RelatedObservation = Observation.and(
  z.object({
    reasons: z.array(z.enum(REASONS)).min(1),
    score: z.number().meta({
      description:
        'Share of the rare words of the note that it has, plus half of the share of its tags, plus a quarter for the same session.',
    }),
  }),
).meta({ id: 'RelatedObservation' });
export type RelatedObservation = z.infer<typeof RelatedObservation>;

/** What each reason adds to the score, at most. */
const WORTH = { words: 1, tags: 0.5, session: 0.25 } as const satisfies Record<Reason, number>;

/** Tags that are looked up. */
const MOST_TAGS = 8;
/** Notes that are read before and after it in its session. */
const NEIGHBOURS = 10;
/** Of those found, so many with the highest scores are read. */
const MOST_READ = 200;

/**
 * Notes of the same session, with the same tags or with some of the same rare words, the highest score first, the newest first
 * among equals. Asks the index for a bounded number of newest holders of each word and tag, so older ones may be left out.
 */
export function relatedNotes(
  views: Sql,
  sees: Visibility,
  note: Observation,
  limit: number,
): readonly RelatedObservation[] {
  const scope = searchScope(sees, {});
  const words = rareWords(views, wordsOf(comparedText(note)).values(), scope);
  const tags = note.tags.slice(0, MOST_TAGS).map((tag) => `scope : "${scopeToken('tag', tag)}"`);
  const shares = {
    words: sharesOf(words),
    tags: sharesOf(sharedKeys(views, tags, scope)),
    session: new Map(neighboursOf(views, note, scope).map((position) => [position, 1])),
  } satisfies Record<Reason, ReadonlyMap<number, number>>;
  const scores = new Map<number, number>();
  for (const reason of REASONS) {
    for (const [position, share] of shares[reason]) {
      scores.set(position, (scores.get(position) ?? 0) + share * WORTH[reason]);
    }
  }
  const best = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, MOST_READ);
  const found = currentAmong(
    views,
    note.id,
    best.map(([position]) => position),
    scope,
  );
  return found.slice(0, limit).flatMap((position) => {
    const row = views.get<ObservationRow>('SELECT * FROM observations WHERE position = ?', [
      position,
    ]);
    if (!row) return [];
    const reasons = REASONS.filter((reason) => shares[reason].has(position));
    const score = Math.round((scores.get(position) ?? 0) * 1000) / 1000;
    return [{ ...observationOf(views, row, { sees, as_of: NOW }), reasons, score }];
  });
}

/** The positions of the notes nearest to a note in its session. */
function neighboursOf(views: Sql, note: Observation, scope: SearchScope): readonly number[] {
  if (note.session_id === null) return [];
  const side = (than: string, order: string) => `
    SELECT * FROM (
      SELECT o.position FROM observations AS o INDEXED BY observations_by_session
      WHERE o.session_id = :session AND ${scope.conditions}
        AND o.position ${than} (SELECT max(position) FROM observations WHERE id = :id)
      ORDER BY o.position ${order} LIMIT ${NEIGHBOURS})`;
  const rows = views.all<{ position: number }>(
    `${side('<', 'DESC')} UNION ALL ${side('>', 'ASC')}`,
    {
      ...scope.params,
      ...{ session: note.session_id, id: note.id },
    },
  );
  return rows.map(({ position }) => position);
}

/** Those positions at which another note stands now, in their order. */
export function currentAmong(
  views: Sql,
  id: string,
  positions: readonly number[],
  scope: SearchScope,
): readonly number[] {
  const rows = views.all<{ position: number }>(
    `SELECT o.position FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions} AND o.id <> :id ORDER BY c.key`,
    { ...scope.params, positions: JSON.stringify(positions), id },
  );
  return rows.map(({ position }) => position);
}
