import type { Observation } from '../domain/observation.js';
import { projectKey } from '../domain/projectKey.js';
import { textSize } from '../domain/textSize.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices } from './inSlices.js';
import { observationOf } from './observationOf.js';
import { visible, visibleTo } from './visible.js';

/** The end of a page: the last observation on it. */
export interface TimelineCursor {
  /** Seconds since 1970. */
  readonly created_at: number;
  /** Position of the event that saved the last observation. */
  readonly first: number;
}

/** `from` and `to` are seconds since 1970, both inclusive. */
export interface TimelineRange {
  readonly project: string;
  readonly from: number;
  readonly to: number;
  readonly after?: TimelineCursor | undefined;
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

export interface TimelinePage {
  readonly observations: Observation[];
  /** Undefined on the last page. */
  readonly next: TimelineCursor | undefined;
}

/** UTF-16 units of text with which a page ends, since it is in memory as a whole. */
const PAGE_SIZE = 4 * 1024 * 1024;

/**
 * The observations of a project that the caller may see, from oldest to newest, a page at a time. A page with long texts
 * ends before `limit`.
 */
export async function getTimeline(
  views: () => Promise<Sql>,
  sees: Visibility,
  range: TimelineRange,
): Promise<TimelinePage> {
  const start = range.after ?? { created_at: range.from, first: 0 };
  const found = inSlices<ObservationRow, Found>({
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
          as_of: range.as_of ?? NOW,
          // One more row than requested shows whether there is a next page.
          left: range.limit + 1 - count,
        },
      ),
    toItem: (open, row) => ({
      cursor: { created_at: row.created_at, first: row.first },
      observation: observationOf(open, row, sees),
    }),
  });
  const page: Found[] = [];
  let size = 0;
  for await (const slice of found) {
    for (const one of slice) {
      if (page.length === range.limit || size > PAGE_SIZE) return pageOf(page, page.at(-1)?.cursor);
      page.push(one);
      size += textSize(one.observation);
    }
  }
  return pageOf(page, undefined);
}

interface Found {
  readonly cursor: TimelineCursor;
  readonly observation: Observation;
}

const pageOf = (page: readonly Found[], next: TimelineCursor | undefined): TimelinePage => ({
  observations: page.map(({ observation }) => observation),
  next,
});
