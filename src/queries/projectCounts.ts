import type { CountDimension } from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF } from './asOf.js';

/** The number of occurrences of each key, the most frequent first. */
type KeyCounts = readonly { readonly key: string; readonly count: number }[];

/** A project in numbers. */
export interface ProjectCounts {
  readonly sessions_total: number;
  readonly sessions_active: number;
  readonly by_type: KeyCounts;
  readonly by_author: KeyCounts;
  /** At most ten. */
  readonly top_tags: KeyCounts;
}

/** The current counts; those of observations are kept by the read models. */
export function projectCounts(views: Sql, project: string): ProjectCounts {
  const sessions = views.get<Pick<ProjectCounts, 'sessions_total' | 'sessions_active'>>(
    `SELECT count(*) AS sessions_total, count(*) FILTER (WHERE state = 'active') AS sessions_active
     FROM sessions WHERE project = ?`,
    [project],
  );
  const by = (dimension: CountDimension, limit = -1): KeyCounts =>
    views.all(
      `SELECT key, count FROM observation_counts WHERE project = ? AND dimension = ?
       ORDER BY count DESC, key LIMIT ?`,
      [project, dimension, limit],
    );
  return {
    sessions_total: sessions?.sessions_total ?? 0,
    sessions_active: sessions?.sessions_active ?? 0,
    by_type: by('type'),
    by_author: by('author'),
    top_tags: by('tag', 10),
  };
}

/** The counts after a past event, computed from the rows that were current then. */
export function projectCountsAsOf(views: Sql, project: string, as_of: AsOf): ProjectCounts {
  const params = { project, as_of };
  const by = (key: string, from = 'observations', limit = -1): KeyCounts =>
    views.all(
      `SELECT ${key} AS key, count(*) AS count FROM ${from}
       WHERE project = :project AND ${CURRENT_AS_OF} AND ${key} IS NOT NULL
       GROUP BY 1 ORDER BY count DESC, key LIMIT ${limit}`,
      params,
    );
  const sessions = views.get<Pick<ProjectCounts, 'sessions_total' | 'sessions_active'>>(
    `SELECT count(*) AS sessions_total,
       count(*) FILTER (WHERE coalesce(abandoned, ended, :as_of + 1) > :as_of) AS sessions_active
     FROM sessions WHERE project = :project AND position <= :as_of`,
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
