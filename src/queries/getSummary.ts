import { z } from 'zod';
import { Observation } from '../domain/observation.js';
import { SDD_PHASES } from '../domain/sdd.js';
import { formatTime, OutTime } from '../domain/time.js';
import type { Sql } from '../log/sqlite.js';
import type { ProjectCountRow, ProjectRow } from '../projections/projects.js';
import type { SddRow } from '../projections/sdd.js';
import type { SessionRow } from '../projections/sessions.js';
import { Count, Counts, countsOf } from './counts.js';
import { getContext } from './getContext.js';
import { Session, sessionOf } from './sessions.js';

export const Summary = z
  .object({
    project: z.string(),
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    by_type: Counts,
    by_author: Counts,
    top_tags: z.array(z.object({ tag: z.string(), count: Count })).max(10),
    first_at: OutTime.nullable(),
    last_at: OutTime.nullable(),
    recent: z.array(Observation).max(5),
    decisions: z.array(Observation).max(5),
    sdd_phase: z.enum(SDD_PHASES).nullable(),
    last_session: Session.nullable(),
  })
  .meta({ id: 'Summary', description: 'A project at a glance.' });
export type Summary = z.infer<typeof Summary>;

/** A project at a glance; zeros and nulls for an unknown one. */
export function getSummary(views: Sql, project: string): Summary {
  const row = views.get<ProjectRow>('SELECT * FROM projects WHERE project = ?', [project]);
  const sdd = views.get<SddRow>('SELECT * FROM sdd WHERE project = ?', [project]);
  const session = views.get<SessionRow>(
    'SELECT * FROM sessions WHERE project = ? ORDER BY position DESC LIMIT 1',
    [project],
  );
  return {
    project,
    observations_total: row?.observations_total ?? 0,
    sessions_total: row?.sessions_total ?? 0,
    sessions_active: row?.sessions_active ?? 0,
    by_type: countsOf(countRows(views, project, 'type')),
    by_author: countsOf(countRows(views, project, 'author')),
    top_tags: countRows(views, project, 'tag', 10).map(({ key, count }) => ({ tag: key, count })),
    first_at: timeOrNull(row?.first_at),
    last_at: timeOrNull(row?.last_at),
    recent: getContext(views, { project, limit: 5 }),
    decisions: getContext(views, { project, type: 'decision', limit: 5 }),
    sdd_phase: sdd?.phase ?? null,
    last_session: session ? sessionOf(session) : null,
  };
}

function countRows(
  views: Sql,
  project: string,
  dimension: ProjectCountRow['dimension'],
  limit = -1,
): ProjectCountRow[] {
  return views.all<ProjectCountRow>(
    `SELECT * FROM project_counts WHERE project = ? AND dimension = ?
     ORDER BY count DESC, key LIMIT ?`,
    [project, dimension, limit],
  );
}

function timeOrNull(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : formatTime(seconds);
}
