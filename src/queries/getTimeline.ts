import { projectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices } from './inSlices.js';
import { observationOf } from './observationOf.js';
import { firstPage, type Page, type Place, type Placed } from './page.js';
import { visible, visibleTo } from './visible.js';

/** `from` and `to` are seconds since 1970, both inclusive. */
export interface TimelineRange {
  readonly project: string;
  readonly from: number;
  readonly to: number;
  readonly after?: Place | undefined;
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

/**
 * The observations of a project that the caller may see, from oldest to newest, a page at a time. A page with long texts
 * ends before `limit`.
 */
export async function getTimeline(
  views: () => Promise<Sql>,
  sees: Visibility,
  range: TimelineRange,
): Promise<Page> {
  const start = range.after ?? { created_at: range.from, first: 0 };
  const shown = { sees, as_of: range.as_of ?? NOW };
  const found = inSlices<ObservationRow, Placed>({
    views,
    after: (open, last, count) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations
         WHERE project_key = :project AND (created_at, first) > (:created_at, :first)
           AND created_at BETWEEN :from AND :to AND ${visible()} AND ${CURRENT_AS_OF}
         ORDER BY created_at, first LIMIT :left`,
        {
          ...visibleTo(sees),
          project: projectKey(range.project),
          from: range.from,
          to: range.to,
          created_at: last?.created_at ?? start.created_at,
          first: last?.first ?? start.first,
          as_of: shown.as_of,
          // One more row than requested shows whether there is a next page.
          left: range.limit + 1 - count,
        },
      ),
    toItem: (open, row) => ({
      place: { created_at: row.created_at, first: row.first },
      observation: observationOf(open, row, shown),
    }),
  });
  return firstPage(found, range.limit);
}
