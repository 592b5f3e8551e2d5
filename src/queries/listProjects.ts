import { z } from 'zod';
import { projectKey } from '../domain/projectKey.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { Visibility } from '../domain/visibility.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';
import { SHOWN_FIRST } from './spellings.js';
import { visible, visibleTo } from './visible.js';

export const Project = z
  .object({
    project: z.string(),
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    last_activity_at: OutTime,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

interface Row extends Omit<Project, 'last_activity_at'> {
  readonly last_activity_at: number;
}

/** The read models from which projects are listed. */
export const PROJECTS_FROM = ['observations', 'sessions', 'conventions', 'sdd'] as const;

/**
 * SQL for what is known of each spelling of a project: its notes, sessions, conventions and phases, a row for each kind. What it
 * `holds`: as `HOLDS` of sessions says it, and anything else.
 */
const KNOWN = `
  SELECT project AS project_key, key AS project, sum(count) AS notes, 0 AS sessions, 0 AS active, NULL AS last_at,
      sum(count) AS holds
    FROM observation_counts WHERE dimension = 'project' AND ${visible()} GROUP BY project, key
  UNION ALL
  SELECT project_key, project, 0, count(*), count(*) FILTER (WHERE state = 'active'),
      max(coalesce(ended_at, started_at)), count(coalesce(nullif(goal, ''), nullif(summary, '')))
    FROM sessions WHERE ${visible()} GROUP BY project_key, project
  UNION ALL SELECT project_key, project, 0, 0, 0, updated_at, 1 FROM conventions WHERE ${visible()}
  UNION ALL SELECT project_key, project, 0, 0, 0, updated_at, 1 FROM sdd WHERE ${visible()}`;

/** SQL for one row a spelling; `place` 1 is the one in which its project is shown. */
const SPELLINGS = `
  SELECT project_key, project, notes, sessions, active, last_at, holds,
    row_number() OVER (PARTITION BY project_key ORDER BY ${SHOWN_FIRST}) AS place
  FROM (SELECT project_key, project, sum(notes) AS notes, sum(sessions) AS sessions,
      sum(active) AS active, max(last_at) AS last_at, sum(holds) AS holds
    FROM (${KNOWN}) GROUP BY project_key, project)`;

/**
 * All projects of which the caller may see something, only one of them, or those that hold something (`filled`), the one with the
 * latest activity first.
 */
export function listProjects(
  views: Sql,
  sees: Visibility,
  {
    project,
    filled,
  }: { readonly project?: string | undefined; readonly filled?: 'true' | undefined } = {},
): Project[] {
  return views
    .all<Row>(
      `SELECT max(project) FILTER (WHERE place = 1) AS project, sum(notes) AS observations_total,
         sum(sessions) AS sessions_total, sum(active) AS sessions_active,
         max(coalesce(max(last_at), -1e15), coalesce((SELECT created_at FROM observations AS o
           WHERE o.project_key = known.project_key AND ${visible('o.')} AND until IS NULL
           ORDER BY created_at DESC LIMIT 1), -1e15)) AS last_activity_at
       FROM (${SPELLINGS}) AS known
       ${project === undefined ? '' : 'WHERE project_key = :project'} GROUP BY project_key
       ${filled === undefined ? '' : 'HAVING sum(holds) > 0'}
       ORDER BY last_activity_at DESC, project`,
      { ...visibleTo(sees), ...(project !== undefined && { project: projectKey(project) }) },
    )
    .map((row) => ({ ...row, last_activity_at: formatTime(row.last_activity_at) }));
}

/** The number of projects of which the caller may see something. */
export function projectsTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(DISTINCT project_key) AS count FROM (${KNOWN})`;
  return views.get<{ count: number }>(query, visibleTo(sees))?.count ?? 0;
}
