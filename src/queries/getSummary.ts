import { z } from 'zod';
import { Observation } from '../domain/observation.js';
import { type ProjectKey, projectKey } from '../domain/projectKey.js';
import { SddPhase } from '../domain/sdd.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { Visibility } from '../domain/visibility.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from './asOf.js';
import { Count, Counts, countsOf } from './counts.js';
import { allOf } from './inSlices.js';
import { newestOfProject } from './newestOfProject.js';
import { projectCounts, projectCountsAsOf } from './projectCounts.js';
import { phaseEntered } from './sdd.js';
import { lastSession, Session } from './sessions.js';
import { visible, visibleTo } from './visible.js';

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
    sdd_phase: SddPhase.nullable(),
    last_session: Session.nullable(),
  })
  .meta({
    id: 'Summary',
  });
export type Summary = z.infer<typeof Summary>;

/**
 * What the caller may see of a project, at a glance. An unknown project gives zeros and nulls. `team` is whose phase counts
 * first, as in `getSdd`.
 */
export async function getSummary(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, team, as_of = NOW }: { project: string; team: string | undefined; as_of?: AsOf },
): Promise<Summary> {
  const newest = { project, limit: 5, as_of };
  const recent = await allOf(newestOfProject(views, sees, newest));
  const decisions = await allOf(newestOfProject(views, sees, { ...newest, type: 'decision' }));
  const key = projectKey(project);
  const counts =
    as_of === NOW
      ? await projectCounts(views, sees, key)
      : projectCountsAsOf(await views(), sees, key, as_of);
  const open = await views();
  return {
    project,
    observations_total: counts.by_type.reduce((sum, { count }) => sum + count, 0),
    sessions_total: counts.sessions_total,
    sessions_active: counts.sessions_active,
    by_type: countsOf(counts.by_type),
    by_author: countsOf(counts.by_author),
    top_tags: counts.top_tags.map(({ key, count }) => ({ tag: key, count })),
    first_at: edge(open, sees, { key, as_of, order: 'ASC' }),
    last_at: edge(open, sees, { key, as_of, order: 'DESC' }),
    recent,
    decisions,
    sdd_phase: phaseEntered(open, sees, { project, team, as_of })?.phase ?? null,
    last_session: lastSession(open, sees, key, as_of),
  };
}

/** The time of the first or last observation of a project. */
function edge(
  views: Sql,
  sees: Visibility,
  { key, as_of, order }: { key: ProjectKey; as_of: AsOf; order: 'ASC' | 'DESC' },
): string | null {
  const row = views.get<{ created_at: number }>(
    `SELECT created_at FROM observations
     WHERE project_key = :key AND ${visible()} AND ${CURRENT_AS_OF}
     ORDER BY created_at ${order} LIMIT 1`,
    { ...visibleTo(sees), key, as_of },
  );
  return row ? formatTime(row.created_at) : null;
}
