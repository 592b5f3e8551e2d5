import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { type ProjectKey, projectKey } from '../domain/names.js';
import { Observation } from '../domain/observation.js';
import { SddPhase } from '../domain/sdd.js';
import { formatTime } from '../domain/time.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { BoundRow } from '../projections/repositories.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count, Counts, countsOf } from './counts.js';
import { phaseEntered } from './documents.js';
import { allOf, inSlices, type Slices } from './inSlices.js';
import {
  byFrequency,
  type KeyCount,
  keyCounts,
  mostFrequent,
  SHOWN_FIRST,
} from './observationCounts.js';
import { observationOf, SINKS } from './observationOf.js';
import { lastSession, Session } from './sessions.js';
import { type AsOf, CURRENT_AS_OF, type Instant, NOW, visible, visibleTo } from './visible.js';

export const Project = z
  .object({
    project: z.string(),
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    proposed_total: Count.optional().meta({
      description: 'How many notes are proposed. Left out where none is.',
    }),
    last_activity_at: OutTime,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

interface ProjectRow extends Omit<Project, 'last_activity_at' | 'proposed_total'> {
  readonly proposed: number;
  readonly last_activity_at: number;
}

/** The read models from which projects are listed. */
export const PROJECTS_FROM = ['observations', 'sessions', 'conventions', 'sdd'] as const;

/**
 * SQL for what is known of each spelling of a project: its notes, sessions, conventions, phases and proposals, a row for each kind.
 * What it `holds`: as `HOLDS` of sessions says it, and anything else.
 */
const KNOWN = `
  SELECT project AS project_key, key AS project, sum(count) AS notes, 0 AS sessions, 0 AS active, NULL AS last_at,
      sum(count) AS holds, 0 AS proposed
    FROM observation_counts WHERE dimension = 'project' AND ${visible('', 'project')} GROUP BY project, key
  UNION ALL
  SELECT project_key, project, 0, count(*), count(*) FILTER (WHERE state = 'active'),
      max(coalesce(ended_at, started_at)), count(coalesce(nullif(goal, ''), nullif(summary, ''))), 0
    FROM sessions WHERE ${visible()} GROUP BY project_key, project
  UNION ALL SELECT key, name, 0, 0, 0, updated_at, 1, 0 FROM conventions WHERE ${visible('', 'key')}
  UNION ALL SELECT key, name, 0, 0, 0, updated_at, 1, 0 FROM sdd WHERE ${visible('', 'key')}
  UNION ALL
  SELECT project_key, project, 0, 0, 0, max(recorded_at), count(*), count(*)
    FROM proposals WHERE project IS NOT NULL AND ${visible()} GROUP BY project_key, project`;

/** SQL for one row a spelling; `place` 1 is the one in which its project is shown. */
const SPELLINGS = `
  SELECT project_key, project, notes, sessions, active, last_at, holds, proposed,
    row_number() OVER (PARTITION BY project_key ORDER BY ${SHOWN_FIRST}) AS place
  FROM (SELECT project_key, project, sum(notes) AS notes, sum(sessions) AS sessions,
      sum(active) AS active, max(last_at) AS last_at, sum(holds) AS holds, sum(proposed) AS proposed
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
    .all<ProjectRow>(
      `SELECT max(project) FILTER (WHERE place = 1) AS project, sum(notes) AS observations_total,
         sum(sessions) AS sessions_total, sum(active) AS sessions_active, sum(proposed) AS proposed,
         max(coalesce(max(last_at), -1e15), coalesce((SELECT created_at FROM observations AS o
           WHERE o.project_key = known.project_key AND ${visible('o.')} AND until IS NULL
           ORDER BY created_at DESC LIMIT 1), -1e15)) AS last_activity_at
       FROM (${SPELLINGS}) AS known
       ${project === undefined ? '' : 'WHERE project_key = :project'} GROUP BY project_key
       ${filled === undefined ? '' : 'HAVING sum(holds) > 0'}
       ORDER BY last_activity_at DESC, project`,
      { ...visibleTo(sees), ...(project !== undefined && { project: projectKey(project) }) },
    )
    .map(({ proposed, ...row }) => ({
      ...row,
      ...(proposed > 0 && { proposed_total: proposed }),
      last_activity_at: formatTime(row.last_activity_at),
    }));
}

/** A binding, as it is listed. */
export const BoundRepository = z
  .object({
    repository: z.string(),
    project: z.string(),
    team: z.string().optional().meta({ description: 'For whom. Left out where it is for all.' }),
    bound_at: OutTime,
  })
  .meta({ id: 'BoundRepository' });
export type BoundRepository = z.infer<typeof BoundRepository>;

/** What is bound now, as far as the caller may see it, by the names of the repositories. */
export function listRepositories(views: Sql, sees: Visibility): BoundRepository[] {
  return views
    .all<Pick<BoundRow, 'repository' | 'project' | 'team' | 'at'>>(
      `SELECT repository, project, team, at, max(position) FROM repositories
       WHERE ${visible()} GROUP BY key, wall ORDER BY key, wall`,
      visibleTo(sees),
    )
    .map(({ repository, project, team, at }) => ({
      repository,
      project,
      ...(team !== null && { team }),
      bound_at: formatTime(at),
    }));
}

/** The number of projects of which the caller may see something. */
export function projectsTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(DISTINCT project_key) AS count FROM (${KNOWN})`;
  return views.get<{ count: number }>(query, visibleTo(sees))?.count ?? 0;
}

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
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof Summary>;

/**
 * What the caller may see of a project, at a glance. An unknown project gives zeros and nulls. `team` is whose phase counts
 * first, as in `getSdd`.
 */
export async function getSummary(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, team, as_of, at }: Instant & { project: string; team: string | undefined },
): Promise<Summary> {
  const key = projectKey(project);
  const counts =
    as_of === NOW
      ? await keyCountsNow(views, sees, key)
      : keyCountsAsOf(await views(), sees, key, as_of);
  const newest = { key, limit: 5, as_of, at };
  const recent = await allOf(newestOfProject(views, sees, newest));
  const decisions = await allOf(newestOfProject(views, sees, { ...newest, type: 'decision' }));
  const open = await views();
  /** The time of the first or last observation. */
  const edge = (order: 'ASC' | 'DESC') => {
    const row = open.get<{ created_at: number }>(
      `SELECT created_at FROM observations
       WHERE project_key = :key AND ${visible()} AND ${CURRENT_AS_OF}
       ORDER BY created_at ${order} LIMIT 1`,
      { ...visibleTo(sees), key, as_of },
    );
    return row ? formatTime(row.created_at) : null;
  };
  return {
    project,
    observations_total: counts.by_type.reduce((sum, { count }) => sum + count, 0),
    ...sessionCounts(open, sees, key, as_of),
    by_type: countsOf(counts.by_type),
    by_author: countsOf(counts.by_author),
    top_tags: counts.top_tags.map(({ key, count }) => ({ tag: key, count })),
    first_at: edge('ASC'),
    last_at: edge('DESC'),
    recent,
    decisions,
    sdd_phase: phaseEntered(open, sees, { project, team, as_of }),
    last_session: lastSession(open, sees, key, as_of),
  };
}

/** How many notes of a project have each type, author and tag, the most frequent first; at most ten tags. */
type KeyCounts = Record<'by_type' | 'by_author' | 'top_tags', readonly KeyCount[]>;

/** The current counts, which the read models keep. */
async function keyCountsNow(
  views: () => Promise<Sql>,
  sees: Visibility,
  project: ProjectKey,
): Promise<KeyCounts> {
  const by = (dimension: 'tag' | 'author' | 'type') =>
    keyCounts(views, sees, { project, dimension });
  return {
    top_tags: await mostFrequent(by('tag'), 10),
    by_author: (await allOf(by('author'))).sort(byFrequency),
    by_type: (await allOf(by('type'))).sort(byFrequency),
  };
}

/** The counts after a past event, computed from the rows that were current then. */
function keyCountsAsOf(views: Sql, sees: Visibility, project: ProjectKey, as_of: AsOf): KeyCounts {
  const by = (key: string, from = 'observations', limit = -1) =>
    views.all<KeyCount>(
      `SELECT ${key} AS key, count(*) AS count FROM ${from}
       WHERE project_key = :project AND ${visible()} AND ${CURRENT_AS_OF} AND ${key} IS NOT NULL
       GROUP BY 1 ORDER BY count DESC, key LIMIT ${limit}`,
      { ...visibleTo(sees), project, as_of },
    );
  return {
    by_type: by('type'),
    by_author: by('author'),
    top_tags: by('value', 'observations, json_each(tags)', 10),
  };
}

/** The number of work sessions that the caller may see at a moment; without a project, of the whole vault. */
export function sessionCounts(
  views: Sql,
  sees: Visibility,
  project?: ProjectKey,
  as_of: AsOf = NOW,
): Pick<Summary, 'sessions_total' | 'sessions_active'> {
  const ofProject = project === undefined ? '' : 'AND project_key = :project';
  // What is so now stands in an index.
  const [isActive, isThere] =
    as_of === NOW
      ? [`state = 'active'`, '']
      : ['coalesce(abandoned, ended, :as_of + 1) > :as_of', 'AND position <= :as_of'];
  const counts = views.get<Pick<Summary, 'sessions_total' | 'sessions_active'>>(
    `SELECT count(*) AS sessions_total, count(*) FILTER (WHERE ${isActive}) AS sessions_active
     FROM sessions WHERE ${visible()} ${ofProject} ${isThere}`,
    {
      ...visibleTo(sees),
      ...(project !== undefined && { project }),
      ...(as_of !== NOW && { as_of }),
    },
  );
  return counts ?? { sessions_total: 0, sessions_active: 0 };
}

/** Selects observations: of all types, or only decisions that hold. */
interface NewestRequest extends Instant {
  readonly key: ProjectKey;
  readonly type?: 'decision';
  readonly limit: number;
}

/** Rows that are tried at most for decisions that hold. */
const MOST_TRIED = 10_000;

/** The newest `limit` observations of a project that the caller may see, newest first. */
function newestOfProject(
  views: () => Promise<Sql>,
  sees: Visibility,
  { key, type, limit, as_of, at }: NewestRequest,
): Slices<Observation> {
  // Not a parameter: SQLite takes the index of decisions only where it reads that decisions are asked for.
  const ofType = type === undefined ? '' : `AND type = '${type}'`;
  const holds = type === undefined ? '' : `WHERE NOT ${SINKS}`;
  return inSlices<ObservationRow, Observation>({
    views,
    after: (open, last, count) =>
      open.each<ObservationRow>(
        `SELECT * FROM (
           SELECT * FROM observations WHERE project_key = :key ${ofType} AND ${visible()} AND ${CURRENT_AS_OF}
             AND (created_at, first) < (:created_at, :first)
           ORDER BY created_at DESC, first DESC LIMIT ${MOST_TRIED}) AS o
         ${holds} LIMIT :left`,
        {
          ...visibleTo(sees),
          key,
          as_of,
          at,
          left: limit - count,
          created_at: last?.created_at ?? END,
          first: last?.first ?? END,
        },
      ),
    toItem: (open, row) => observationOf(open, row, { sees, as_of, at }),
  });
}

/** Later than every time, and behind every position. */
const END = Number.MAX_SAFE_INTEGER;
