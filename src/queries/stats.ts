import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { type ProjectKey, projectKey } from '../domain/names.js';
import type { LogTotals } from '../log/eventLog.js';
import { type CountDimension, WHOLE_VAULT } from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count, Counts, countsOf } from './counts.js';
import { promptsTotal } from './documents.js';
import { allOf } from './inSlices.js';
import {
  keyCounts,
  observationCount,
  observationsByProject,
  observationsTotal,
} from './observationCounts.js';
import { PROJECTS_FROM, projectsTotal, sessionCounts } from './projects.js';
import { visible, visibleTo } from './visible.js';

/** How many observations were made on a day in UTC. */
export const DayCount = z
  .object({ date: z.string().meta({ format: 'date' }), count: Count })
  .meta({ id: 'DayCount' });

export const Stats = z
  .object({
    observations_total: Count,
    sessions_total: Count,
    sessions_active: Count,
    prompts_total: Count,
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

/** The read models from which the numbers come. */
export const STATS_FROM = [...PROJECTS_FROM, 'prompts'] as const;

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
  const views = await current();
  const observations = observationsTotal(views, sees);
  const redactions = redactionsByKind(views, sees);
  return {
    observations_total: observations,
    ...sessionCounts(views, sees),
    prompts_total: promptsTotal(views, sees),
    projects_total: projectsTotal(views, sees),
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

function dailyActivity(views: Sql, sees: Visibility, now: number): Stats['daily_activity'] {
  const dates = Array.from({ length: DAYS }, (_, i) => dateOfMs(now - (DAYS - 1 - i) * 86_400_000));
  return dates.map((date) => ({ date, count: observationCount(views, sees, 'day', date) }));
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
       WHERE ${visible()} GROUP BY key HAVING sum(count) > 0 ORDER BY key`,
      visibleTo(sees),
    ),
  );
}

const dateOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export type DayCount = z.infer<typeof DayCount>;

/** Which days are counted: the last `days`, up to that of `now` (milliseconds since 1970); of a project, or of all. */
export interface ActivityRequest {
  readonly project: string | undefined;
  readonly days: number;
  readonly now: number;
}

/** Notes that a turn of the event loop counts: some 10 ms. */
const SLICE = 20_000;
const DAY = 86_400;

/** The days on which the caller may see something, oldest first. Days without any are left out. */
export async function getActivity(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, days, now }: ActivityRequest,
  slice = SLICE,
): Promise<DayCount[]> {
  const today = Math.floor(now / 1000 / DAY);
  const period = { from: (today - days + 1) * DAY, to: (today + 1) * DAY };
  if (project === undefined) return ofVault(await views(), sees, period);
  return ofProject(views, sees, { ...period, project: projectKey(project), slice });
}

/** Seconds since 1970; `to` is not in it. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** The counts that the read model keeps. */
function ofVault(views: Sql, sees: Visibility, { from, to }: Period): DayCount[] {
  return views.all<DayCount>(
    `SELECT key AS date, sum(count) AS count FROM observation_counts
     WHERE project = :vault AND dimension = 'day' AND key >= :from AND key < :to AND ${visible()}
     GROUP BY key ORDER BY key`,
    { ...visibleTo(sees), vault: WHOLE_VAULT, from: dateOf(from), to: dateOf(to) },
  );
}

interface DayRow {
  /** Days since 1970. */
  readonly day: number;
  readonly count: number;
  /** The place of the last note of the day that was counted. */
  readonly created_at: number;
  readonly first: number;
}

/** A place as one number that is greater for a later one: a period is shorter than 2^27 seconds, a log than 2^36 events. */
const PLACE = '((created_at - :start) << 36) + first';

/**
 * No counts are kept of the days of a project, so its notes are counted, in an index that has all that is asked for. The
 * revisions of a note share its place (`created_at`, `first`), and one of them is current: what is forgotten is deleted.
 */
async function ofProject(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, from, to, slice }: Period & { project: ProjectKey; slice: number },
): Promise<DayCount[]> {
  const counts = new Map<number, number>();
  let last = { created_at: from, first: 0 };
  for (;;) {
    const rows = (await views()).all<DayRow>(
      // With max(), SQLite gives the other columns of the row that has the maximum.
      `SELECT created_at / ${DAY} AS day, count(*) AS count, created_at, first, max(${PLACE})
       FROM (SELECT DISTINCT created_at, first FROM observations INDEXED BY observations_by_project
             WHERE project_key = :project AND (created_at, first) > (:created_at, :first)
               AND created_at < :to AND ${visible()}
             ORDER BY created_at, first LIMIT :slice)
       GROUP BY day ORDER BY day`,
      { ...visibleTo(sees), project, slice, start: from, to, ...last },
    );
    for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + count);
    const end = rows.at(-1);
    const read = rows.reduce((sum, { count }) => sum + count, 0);
    if (!end || read < slice) break;
    last = { created_at: end.created_at, first: end.first };
    await nextTurn();
  }
  return [...counts].map(([day, count]) => ({ date: dateOf(day * DAY), count }));
}

/** `YYYY-MM-DD` in UTC. */
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
