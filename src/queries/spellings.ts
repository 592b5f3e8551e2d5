import type { ProjectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { ObservationCountRow } from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices } from './inSlices.js';
import { visible, visibleTo } from './visible.js';

/** How many observations write a project in one way. */
interface Spelling extends Pick<ObservationCountRow, 'key' | 'count'> {
  readonly project: ProjectKey;
}

/**
 * The number of observations of each project that the caller may see, under the name that `SHOWN_FIRST` chooses. It is read
 * in slices.
 */
export async function observationsByProject(
  views: () => Promise<Sql>,
  sees: Visibility,
): Promise<Record<string, number>> {
  const spellings = inSlices<Spelling, Spelling>({
    views,
    after: (open, last) =>
      open.each<Spelling>(
        `SELECT project, key, sum(count) AS count FROM observation_counts
         WHERE dimension = 'project' AND (project, key) > (:project, :key) AND ${visible()}
         GROUP BY project, key ORDER BY project, key`,
        { ...visibleTo(sees), project: last?.project ?? '', key: last?.key ?? '' },
      ),
    toItem: (_, row) => row,
  });
  const projects = new Map<ProjectKey, { shown: Spelling; total: number }>();
  for await (const slice of spellings) {
    for (const spelling of slice) {
      const { shown, total } = projects.get(spelling.project) ?? { shown: spelling, total: 0 };
      projects.set(spelling.project, {
        shown: spelling.count > shown.count ? spelling : shown,
        total: total + spelling.count,
      });
    }
  }
  return Object.fromEntries([...projects.values()].map(({ shown, total }) => [shown.key, total]));
}

/**
 * SQL that orders the spellings of a project (`project`, and the number of `notes` in it): a project is shown in the one
 * that most of its notes have, or in the first of them by their letters.
 */
export const SHOWN_FIRST = 'notes DESC, project';
