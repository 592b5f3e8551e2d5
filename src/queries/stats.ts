import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { LogTotals } from '../log/eventLog.js';
import { type CountDimension, WHOLE_VAULT } from '../projections/observationCounts.js';
import { told } from '../projections/told.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count, Counts, countsOf } from './counts.js';
import { promptsTotal } from './documents.js';
import { allOf } from './inSlices.js';
import {
  BY_PROJECT,
  countedIn,
  keyCounts,
  observationsByProject,
  observationsTotal,
} from './observationCounts.js';
import { PROJECTS_FROM, projectsTotal, sessionCounts } from './projects.js';
import { oftenWrongTotal } from './review.js';
import { givenTotal } from './told.js';
import { NO_PROJECT, visible, visibleTo } from './visible.js';

/** How many observations were made on a day in UTC. */
export const DayCount = z
  .object({ date: z.string().meta({ format: 'date' }), count: Count })
  .meta({ id: 'DayCount' });
type DayCount = z.infer<typeof DayCount>;

export const Stats = z
  .object({
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    prompts_total: Count,
    never_given_total: Count.meta({
      description: 'Observations that no record says an agent was told of.',
    }),
    often_wrong_total: Count.meta({
      description: 'Observations that sank, because several found them outdated or wrong.',
    }),
    projects_total: Count,
    by_type: Counts,
    by_project: Counts,
    by_team: Counts,
    by_country: Counts,
    daily_activity: z.array(DayCount).meta({
      description: 'Observations on each of the last 30 days in UTC, oldest first.',
    }),
    saves: z.object({ stored: Count, deduplicated: Count }),
    redactions_total: Count,
    redactions: Counts.meta({ description: 'What the privacy filter replaced, by kind.' }),
    log: z.object({ events: Count, head: Count }),
  })
  .meta({
    id: 'Stats',
    description: '`log` and `saves.deduplicated` count the whole vault.',
  });
export type Stats = z.infer<typeof Stats>;

const DAYS = 30;
/** In milliseconds. */
const DAY = 86_400_000;

/** The read models from which the numbers come. */
export const STATS_FROM = [...PROJECTS_FROM, 'prompts', told.name] as const;

/**
 * What the caller may see, in numbers; `now` is in milliseconds since 1970. The log and the saves that were duplicates
 * are counted without regard to teams. What has many names is read in slices, so that a save may come between two counts.
 */
export async function getStats(
  current: () => Promise<Sql>,
  sees: Visibility,
  { events, deduplicated }: LogTotals,
  now: number,
): Promise<Stats> {
  const by = async (dimension: CountDimension) =>
    countsOf(await allOf(keyCounts(current, sees, { project: WHOLE_VAULT, dimension })));
  const by_project = await observationsByProject(current, sees);
  const by_team = await by('team');
  const by_country = await by('country');
  const by_type = await by('type');
  const given = await givenTotal(current, sees);
  const views = await current();
  const observations = observationsTotal(views, sees);
  const redactions = redactionsByKind(views, sees);
  return {
    observations_total: observations,
    ...sessionCounts(views, sees),
    prompts_total: promptsTotal(views, sees),
    projects_total: projectsTotal(views, sees),
    never_given_total: Math.max(0, observations - given),
    often_wrong_total: oftenWrongTotal(views, sees),
    by_type,
    by_project,
    by_team,
    by_country,
    daily_activity: dailyActivity(views, sees, now),
    saves: { stored: observations, deduplicated },
    redactions_total: Object.values(redactions).reduce((total, count) => total + count, 0),
    redactions,
    log: { events, head: events },
  };
}

/** The days without any, too. */
function dailyActivity(views: Sql, sees: Visibility, now: number): Stats['daily_activity'] {
  const active = getActivity(views, sees, { project: undefined, days: DAYS, now });
  const counts = new Map(active.map(({ date, count }) => [date, count]));
  return Array.from({ length: DAYS }, (_, i) => {
    const date = dateOf(now - (DAYS - 1 - i) * DAY);
    return { date, count: counts.get(date) ?? 0 };
  });
}

/** The number of redactions in all texts that are still stored. */
function redactionsByKind(views: Sql, sees: Visibility): Record<string, number> {
  return countsOf(
    views.all<{ key: string; count: number }>(
      `SELECT key, sum(count) AS count FROM (
         SELECT wall, key, count FROM observation_counts
           WHERE project = '' AND dimension = 'redaction'
         UNION ALL SELECT wall, kind, count FROM session_redactions
         UNION ALL SELECT wall, kind, count FROM prompts_redactions
         UNION ALL SELECT wall, kind, count FROM conventions_redactions)
       WHERE ${visible('', NO_PROJECT)} GROUP BY key HAVING sum(count) > 0 ORDER BY key`,
      visibleTo(sees),
    ),
  );
}

/** Which days are counted: the last `days`, up to that of `now` (milliseconds since 1970); of a project, or of all. */
interface ActivityRequest {
  readonly project: string | undefined;
  readonly days: number;
  readonly now: number;
}

/** The days on which the caller may see something, oldest first. Days without any are left out. */
export function getActivity(
  views: Sql,
  sees: Visibility,
  { project, days, now }: ActivityRequest,
): DayCount[] {
  const counted = project === undefined ? WHOLE_VAULT : projectKey(project);
  return views.all<DayCount>(
    `SELECT key AS date, sum(count) AS count FROM observation_counts
     WHERE ${countedIn(sees, counted)} AND dimension = 'day' AND key BETWEEN :from AND :to AND ${visible('', BY_PROJECT)}
     GROUP BY key ORDER BY key`,
    {
      ...visibleTo(sees),
      project: counted,
      from: dateOf(now - (days - 1) * DAY),
      to: dateOf(now),
    },
  );
}

/** `YYYY-MM-DD` in UTC, of milliseconds since 1970. */
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
