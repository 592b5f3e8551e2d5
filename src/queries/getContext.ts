import type { Observation } from '../domain/observation.js';
import { projectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices, type Slices } from './inSlices.js';
import { IS_PINNED, IS_SUPERSEDED } from './noteLinks.js';
import { observationOf } from './observationOf.js';
import { findNewest } from './search/findNewest.js';
import { visible, visibleTo } from './visible.js';

/** Whose context is asked for, and how many notes of it. */
export interface ContextRequest {
  readonly project: string;
  readonly limit: number;
  readonly as_of?: AsOf | undefined;
}

/** A row of the context: first those that are pinned, then the others. */
type ContextRow = ObservationRow & { readonly pinned: 0 | 1 };

/** What is asked for, with what was read before. */
interface Rest extends Required<ContextRequest> {
  readonly sees: Visibility;
  readonly last: ContextRow | undefined;
}

/**
 * What to know of a project: its pinned notes, newest first, then its newest other ones. Those whose place another note took
 * are left out, unless they are pinned.
 */
export function getContext(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, limit, as_of = NOW }: ContextRequest,
): Slices<Observation> {
  return inSlices<ContextRow, Observation>({
    views,
    after: (open, last, count) =>
      rowsBehind(open, { project, limit: limit - count, as_of, sees, last }),
    toItem: (open, row) => observationOf(open, row, { sees, as_of }),
  });
}

function* rowsBehind(views: Sql, rest: Rest): Generator<ContextRow> {
  let left = rest.limit;
  if (rest.last?.pinned !== 0) {
    for (const row of pinnedRows(views, rest)) {
      yield row;
      left -= 1;
    }
  }
  if (left === 0) return;
  for (const row of otherRows(views, rest)) {
    yield row;
    left -= 1;
    if (left === 0) return;
  }
}

function* pinnedRows(
  views: Sql,
  { project, limit, as_of, sees, last }: Rest,
): Generator<ContextRow> {
  const filters = { project, as_of, pinned: true as const };
  for (const { position } of findNewest(views, { sees, filters, after: last, limit })) {
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = views.get<ObservationRow>(query, [position]);
    if (row) yield { ...row, pinned: 1 };
  }
}

/** Rows that are tried at most: in a long chain of notes that each took the place of the one before, few are left. */
const MOST_TRIED = 10_000;

function* otherRows(views: Sql, { project, as_of, sees, last }: Rest): Generator<ContextRow> {
  const start = last?.pinned === 0 ? last : END;
  const rows = views.each<ContextRow & { superseded: 0 | 1 }>(
    `SELECT o.*, ${IS_PINNED} AS pinned, ${IS_SUPERSEDED} AS superseded FROM observations AS o
     WHERE project_key = :project AND ${visible()} AND ${CURRENT_AS_OF}
       AND (created_at, first) < (:created_at, :first)
     ORDER BY created_at DESC, first DESC LIMIT ${MOST_TRIED}`,
    {
      ...visibleTo(sees),
      ...{ project: projectKey(project), as_of },
      ...{ created_at: start.created_at, first: start.first },
    },
  );
  for (const row of rows) if (row.pinned === 0 && row.superseded === 0) yield row;
}

/** Later than every time, and behind every position. */
const END = { created_at: Number.MAX_SAFE_INTEGER, first: Number.MAX_SAFE_INTEGER };
