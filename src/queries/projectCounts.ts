import type { ProjectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF } from './asOf.js';
import { allOf } from './inSlices.js';
import { byFrequency, type KeyCount, keyCounts, mostFrequent } from './keyCounts.js';
import { visible, visibleTo } from './visible.js';

/** The number of occurrences of each key, the most frequent first. */
type KeyCounts = readonly KeyCount[];

/** The sessions of a project, or of the whole vault, in numbers. */
export interface SessionCounts {
  readonly sessions_total: number;
  readonly sessions_active: number;
}

/** A project in numbers. */
export interface ProjectCounts extends SessionCounts {
  readonly by_type: KeyCounts;
  readonly by_author: KeyCounts;
  /** At most ten. */
  readonly top_tags: KeyCounts;
}

/** The current counts, which the read models keep. */
export async function projectCounts(
  views: () => Promise<Sql>,
  sees: Visibility,
  project: ProjectKey,
): Promise<ProjectCounts> {
  const by = (dimension: 'tag' | 'author' | 'type') =>
    keyCounts(views, sees, { project, dimension });
  const top_tags = await mostFrequent(by('tag'), 10);
  const by_author = (await allOf(by('author'))).sort(byFrequency);
  const by_type = (await allOf(by('type'))).sort(byFrequency);
  return { ...sessionCounts(await views(), sees, project), by_type, by_author, top_tags };
}

/** The counts after a past event, computed from the rows that were current then. */
export function projectCountsAsOf(
  views: Sql,
  sees: Visibility,
  project: ProjectKey,
  as_of: AsOf,
): ProjectCounts {
  const params = { ...visibleTo(sees), project, as_of };
  const by = (key: string, from = 'observations', limit = -1): KeyCounts =>
    views.all(
      `SELECT ${key} AS key, count(*) AS count FROM ${from}
       WHERE project_key = :project AND ${visible()} AND ${CURRENT_AS_OF} AND ${key} IS NOT NULL
       GROUP BY 1 ORDER BY count DESC, key LIMIT ${limit}`,
      params,
    );
  const sessions = views.get<SessionCounts>(
    `SELECT count(*) AS sessions_total,
       count(*) FILTER (WHERE coalesce(abandoned, ended, :as_of + 1) > :as_of) AS sessions_active
     FROM sessions WHERE project_key = :project AND ${visible()} AND position <= :as_of`,
    params,
  );
  return {
    sessions_total: sessions?.sessions_total ?? 0,
    sessions_active: sessions?.sessions_active ?? 0,
    by_type: by('type'),
    by_author: by('author'),
    top_tags: by('value', 'observations, json_each(tags)', 10),
  };
}

/** The number of work sessions that the caller may see; without a project, of the whole vault. */
export function sessionCounts(views: Sql, sees: Visibility, project?: ProjectKey): SessionCounts {
  const ofProject = project === undefined ? '' : 'project_key = :project AND';
  const counts = views.get<SessionCounts>(
    `SELECT count(*) AS sessions_total, count(*) FILTER (WHERE state = 'active') AS sessions_active
     FROM sessions WHERE ${ofProject} ${visible()}`,
    { ...visibleTo(sees), ...(project !== undefined && { project }) },
  );
  return counts ?? { sessions_total: 0, sessions_active: 0 };
}
