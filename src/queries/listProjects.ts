import { z } from 'zod';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';

export const Project = z
  .object({
    project: z.string(),
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    last_activity_at: OutTime,
  })
  .meta({ id: 'Project', description: 'A project with its counts and last activity.' });
export type Project = z.infer<typeof Project>;

interface Row extends Omit<Project, 'last_activity_at'> {
  readonly last_activity_at: number;
}

/** SQL for all projects: those with observations, and those with only sessions, conventions or a phase. */
const KNOWN = `SELECT project FROM sessions UNION SELECT project FROM conventions UNION SELECT project FROM sdd
  UNION SELECT key FROM observation_counts WHERE project = '' AND dimension = 'project'`;

/** All projects, the one with the latest activity first. */
export function listProjects(views: Sql): Project[] {
  return views
    .all<Row>(
      `SELECT known.project, coalesce(notes.count, 0) AS observations_total,
         coalesce(sessions_total, 0) AS sessions_total,
         coalesce(sessions_active, 0) AS sessions_active,
         max(
           coalesce(sessions_at, -1e15),
           coalesce((SELECT updated_at FROM conventions AS c WHERE c.project = known.project), -1e15),
           coalesce((SELECT updated_at FROM sdd AS s WHERE s.project = known.project
             ORDER BY position DESC LIMIT 1), -1e15),
           coalesce((SELECT created_at FROM observations AS o
             WHERE o.project = known.project AND until IS NULL
             ORDER BY created_at DESC LIMIT 1), -1e15)) AS last_activity_at
       FROM (${KNOWN}) AS known
         LEFT JOIN (SELECT project, count(*) AS sessions_total,
             count(*) FILTER (WHERE state = 'active') AS sessions_active,
             max(max(started_at, coalesce(ended_at, started_at))) AS sessions_at
           FROM sessions GROUP BY project) USING (project)
         LEFT JOIN observation_counts AS notes
           ON notes.project = '' AND notes.dimension = 'project' AND notes.key = known.project
       ORDER BY last_activity_at DESC, known.project`,
    )
    .map((row) => ({ ...row, last_activity_at: formatTime(row.last_activity_at) }));
}

/** The number of projects. */
export function projectsTotal(views: Sql): number {
  return views.get<{ count: number }>(`SELECT count(*) AS count FROM (${KNOWN})`)?.count ?? 0;
}
