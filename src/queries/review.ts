import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import { Observation } from '../domain/observation.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { IS_OFTEN_WRONG, IS_SUPERSEDED, observationOf } from './observationOf.js';
import { CURRENT_AS_OF, NOW, visible, visibleTo } from './visible.js';

/** Why somebody should look at a note again. */
const REASONS = ['often_wrong'] as const;

/** A note that somebody should look at again. */
export const ReviewedNote = Observation.extend({ reasons: z.array(z.enum(REASONS)).min(1) }).meta({
  id: 'ReviewedNote',
});
type ReviewedNote = z.infer<typeof ReviewedNote>;

interface Review {
  /** By default all. */
  readonly project: string | undefined;
  readonly limit: number;
}

/** SQL for the notes that are often wrong and whose place no other note has taken, as far as the caller sees them. */
const OFTEN_WRONG = `FROM (SELECT DISTINCT id FROM judged WHERE outdated + wrong > 0) AS w
  CROSS JOIN observations AS o ON o.id = w.id
  WHERE ${visible('o.')} AND ${CURRENT_AS_OF} AND ${IS_OFTEN_WRONG} AND NOT ${IS_SUPERSEDED}`;

/** The notes that somebody should look at again, those that were made last first. */
export async function* getReview(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, limit }: Review,
): Slices<ReviewedNote> {
  const shown = { sees, as_of: NOW };
  yield* inSlices<ObservationRow, ReviewedNote>({
    views,
    after: (open, last, count) =>
      open.each<ObservationRow>(
        `SELECT o.* ${OFTEN_WRONG}
           AND (:project IS NULL OR o.project_key = :project)
           AND (:first IS NULL OR (o.created_at, o.first) < (:created_at, :first))
         ORDER BY o.created_at DESC, o.first DESC LIMIT :left`,
        {
          ...visibleTo(sees),
          as_of: NOW,
          project: project === undefined ? null : projectKey(project),
          created_at: last?.created_at ?? null,
          first: last?.first ?? null,
          left: limit - count,
        },
      ),
    toItem: (open, row) => ({ ...observationOf(open, row, shown), reasons: ['often_wrong'] }),
  });
}

/** How many notes are often wrong. */
export function oftenWrongTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(*) AS count ${OFTEN_WRONG}`;
  return views.get<{ count: number }>(query, { ...visibleTo(sees), as_of: NOW })?.count ?? 0;
}
