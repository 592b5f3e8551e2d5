import type { Visibility } from '../domain/caller.js';
import type { ProjectKey } from '../domain/names.js';
import {
  type CountDimension,
  type ObservationCountRow,
  WHOLE_VAULT,
} from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { visible, visibleTo } from './visible.js';

/** SQL for the project of a row of `observation_counts`, for `visible`. */
export const BY_PROJECT = 'project';

/** What is counted: in a project or the whole vault, all of a dimension or those with a key. */
interface Counted {
  readonly project?: ProjectKey | undefined;
  readonly dimension: CountDimension;
  readonly key?: string;
}

/**
 * SQL for the counts of a project. Those of the whole vault, for a caller that is bound to projects, are those of its projects together:
 * the others have no such row.
 */
export const countedIn = ({ projects }: Visibility, project: string): string =>
  projects && project === WHOLE_VAULT ? 'project <> :project' : 'project = :project';

/** A count of what the caller may see. */
export function countOf(
  views: Sql,
  sees: Visibility,
  { project: asked, dimension, key }: Counted,
): number {
  const project = asked ?? WHOLE_VAULT;
  const row = views.get<Pick<ObservationCountRow, 'count'>>(
    `SELECT coalesce(sum(count), 0) AS count FROM observation_counts
     WHERE ${countedIn(sees, project)} AND dimension = :dimension AND ${visible('', BY_PROJECT)}
       ${key === undefined ? '' : 'AND key = :key'}`,
    {
      ...visibleTo(sees),
      project,
      dimension,
      ...(key !== undefined && { key }),
    },
  );
  return row?.count ?? 0;
}

/** The number of all observations that the caller may see, or of those of a project. */
export function observationsTotal(views: Sql, sees: Visibility, project?: ProjectKey): number {
  return countOf(views, sees, {
    project,
    dimension: project === undefined && !sees.projects ? 'total' : 'project',
  });
}

/** How many observations there are, and how long they are on average. */
export interface Extent {
  readonly notes: number;
  /** Mean bytes of title and content; 1 without notes. */
  readonly average: number;
}

/** The extent of projects together, or of the vault where there is none, as far as somebody may see each. */
export function extentOf(
  views: Sql,
  parts: readonly { readonly sees: Visibility; readonly project: ProjectKey | undefined }[],
): Extent {
  let notes = 0;
  let bytes = 0;
  for (const { sees, project } of parts) {
    notes += observationsTotal(views, sees, project);
    bytes += countOf(views, sees, { project, dimension: 'bytes' });
  }
  return { notes, average: bytes / notes || 1 };
}

/** How many observations have a key. */
export interface KeyCount {
  readonly key: string;
  readonly count: number;
}

/** The keys of a dimension that the caller may see, in a project or `WHOLE_VAULT`. */
interface CountedKeys {
  readonly project: ProjectKey | typeof WHOLE_VAULT;
  readonly dimension: CountDimension;
}

/** The count of each key, in the order of the keys. A project can have millions of tags, so it is read in slices. */
export function keyCounts(
  views: () => Promise<Sql>,
  sees: Visibility,
  of: CountedKeys,
): Slices<KeyCount> {
  return inSlices<KeyCount, KeyCount>({
    views,
    after: (open, last) =>
      open.each<KeyCount>(
        `SELECT key, sum(count) AS count FROM observation_counts
         WHERE ${countedIn(sees, of.project)} AND dimension = :dimension AND key > :after AND ${visible('', BY_PROJECT)}
         GROUP BY key ORDER BY key`,
        { ...visibleTo(sees), ...of, after: last?.key ?? '' },
      ),
    toItem: (_, row) => row,
  });
}

/** The `limit` most frequent keys, the most frequent first. */
export async function mostFrequent(counts: Slices<KeyCount>, limit: number): Promise<KeyCount[]> {
  let best: KeyCount[] = [];
  for await (const slice of counts) {
    best = [...best, ...slice].sort(byFrequency).slice(0, limit);
  }
  return best;
}

/** The most frequent first, and equals in the order of their keys. */
export function byFrequency(one: KeyCount, other: KeyCount): number {
  return other.count - one.count || (one.key < other.key ? -1 : 1);
}

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
         WHERE dimension = 'project' AND (project, key) > (:project, :key) AND ${visible('', BY_PROJECT)}
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
