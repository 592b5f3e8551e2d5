import type { ObservationType } from '../domain/observation.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, NOW, STANDING } from './asOf.js';

/** Which observations; all of them when nothing is given. */
export interface ListFilters {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly type?: ObservationType | undefined;
  /** Only those made before, in seconds since 1970. */
  readonly before?: number | undefined;
  readonly as_of?: AsOf | undefined;
}

const CONDITIONS = {
  project: 'project = :project',
  team: 'team = :team',
  type: 'type = :type',
  before: 'created_at < :before',
  as_of: STANDING,
} satisfies Record<keyof ListFilters, string>;

const PAGE = 500;

/** Observations in the order of their newest revisions, a page at a time. */
export async function* listObservations(
  /** Asked anew with each page, since read models may be swapped. */
  views: () => Promise<Sql>,
  filters: ListFilters,
): AsyncGenerator<readonly ObservationRow[]> {
  const { where, params } = whereOf(filters);
  for (let after = 0; ; ) {
    const rows = (await views()).all<ObservationRow>(
      `SELECT * FROM observations WHERE position > :after AND ${where}
       ORDER BY position LIMIT ${PAGE}`,
      { ...params, after },
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}

/** How many observations match. */
export function countObservations(views: Sql, filters: ListFilters): number {
  const { where, params } = whereOf(filters);
  const sql = `SELECT count(*) AS count FROM observations WHERE ${where}`;
  return views.get<{ count: number }>(sql, params)?.count ?? 0;
}

function whereOf(filters: ListFilters): { where: string; params: Record<string, string | number> } {
  const given = Object.entries({ as_of: NOW, ...filters }).filter(([, v]) => v !== undefined);
  return {
    // The keys are those of CONDITIONS; Object.entries forgets it.
    where: given.map(([key]) => CONDITIONS[key as keyof ListFilters]).join(' AND '),
    params: Object.fromEntries(given),
  };
}
