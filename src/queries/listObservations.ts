import type { Observation, ObservationType } from '../domain/observation.js';
import { projectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { inSlices, type Slices } from './inSlices.js';
import { observationOf } from './observationOf.js';
import { visible, visibleTo } from './visible.js';

/** Filters for observations; without any, all observations match. */
export interface ListFilters {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly type?: ObservationType | undefined;
  /** Only observations created before this time, in seconds since 1970. */
  readonly before?: number | undefined;
  readonly as_of?: AsOf | undefined;
}

const CONDITIONS = {
  project: 'project_key = :project',
  team: 'team = :team',
  type: 'type = :type',
  before: 'created_at < :before',
  as_of: CURRENT_AS_OF,
} satisfies Record<keyof ListFilters, string>;

/** The observations that the caller may see, in the order of their newest revisions. */
export function listObservations(
  views: () => Promise<Sql>,
  sees: Visibility,
  filters: ListFilters,
): Slices<Observation> {
  const { where, params } = whereOf(sees, filters);
  const shown = { sees, as_of: filters.as_of ?? NOW };
  return inSlices<ObservationRow, Observation>({
    views,
    after: (open, last) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations WHERE position > :after AND ${where} ORDER BY position`,
        { ...params, after: last?.position ?? 0 },
      ),
    toItem: (open, row) => observationOf(open, row, shown),
  });
}

/** The number of observations that match. */
export function countObservations(views: Sql, sees: Visibility, filters: ListFilters): number {
  const { where, params } = whereOf(sees, filters);
  const sql = `SELECT count(*) AS count FROM observations WHERE ${where}`;
  return views.get<{ count: number }>(sql, params)?.count ?? 0;
}

function whereOf(sees: Visibility, filters: ListFilters) {
  const project = filters.project === undefined ? undefined : projectKey(filters.project);
  const given = { as_of: NOW, ...filters, project };
  const active = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    // The cast restores what Object.entries loses: the keys are those of ListFilters.
    where: [visible(), ...active.map(([key]) => CONDITIONS[key as keyof ListFilters])].join(
      ' AND ',
    ),
    params: { ...visibleTo(sees), ...Object.fromEntries(active) },
  };
}
