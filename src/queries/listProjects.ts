import { z } from 'zod';
import { formatTime, OutTime } from '../domain/time.js';
import type { Sql } from '../log/sqlite.js';
import type { ProjectRow } from '../projections/projects.js';
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

/** Every project, the one with the latest activity first. */
export function listProjects(views: Sql): Project[] {
  return views
    .all<ProjectRow>('SELECT * FROM projects ORDER BY last_activity_at DESC, project')
    .map((row) => ({
      project: row.project,
      observations_total: row.observations_total,
      sessions_total: row.sessions_total,
      sessions_active: row.sessions_active,
      last_activity_at: formatTime(row.last_activity_at),
    }));
}
