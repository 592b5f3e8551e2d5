import { z } from 'zod';
import type { Visibility } from '../domain/visibility.js';
import type { LogTotals } from '../log/eventLog.js';
import {
  type CountDimension,
  type ObservationCountRow,
  WHOLE_VAULT,
} from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count, Counts, countsOf } from './counts.js';
import { PROJECTS_FROM, projectsTotal } from './listProjects.js';
import { observationCount, observationsTotal } from './observationCount.js';
import { sessionCounts } from './projectCounts.js';
import { promptsTotal } from './prompts.js';
import { visible, visibleTo } from './visible.js';

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
    daily_activity: z
      .array(z.object({ date: z.string().meta({ format: 'date' }), count: Count }))
      .length(30)
      .meta({
        description:
          'Observations per day for the last 30 days in UTC, oldest first, including days with 0.',
      }),
    saves: z.object({ stored: Count, deduplicated: Count }),
    redactions_total: Count,
    redactions: Counts.meta({
      description:
        'Number of secrets and private blocks that the privacy filter replaced, by kind.',
    }),
    log: z.object({ events: Count, head: Count }),
  })
  .meta({
    id: 'Stats',
    description:
      'Counts over what the caller may see. `log` and `saves.deduplicated` count the whole vault.',
  });
export type Stats = z.infer<typeof Stats>;

const DAYS = 30;

/** The read models from which the numbers come. */
export const STATS_FROM = [...PROJECTS_FROM, 'prompts'] as const;

/**
 * What the caller may see, in numbers; `now` is in milliseconds since 1970. The log and the saves that were duplicates
 * are counted without regard to teams.
 */
export function getStats(
  views: Sql,
  sees: Visibility,
  { events, deduplicated }: LogTotals,
  now: number,
): Stats {
  const observations = observationsTotal(views, sees);
  const redactions = redactionsByKind(views, sees);
  return {
    observations_total: observations,
    ...sessionCounts(views, sees),
    prompts_total: promptsTotal(views, sees),
    projects_total: projectsTotal(views, sees),
    by_type: counts(views, sees, 'type'),
    by_project: counts(views, sees, 'project'),
    by_team: counts(views, sees, 'team'),
    by_country: counts(views, sees, 'country'),
    daily_activity: dailyActivity(views, sees, now),
    saves: { stored: observations, deduplicated },
    redactions_total: Object.values(redactions).reduce((total, count) => total + count, 0),
    redactions,
    log: { events, head: events },
  };
}

function counts(views: Sql, sees: Visibility, dimension: CountDimension): Record<string, number> {
  return countsOf(
    views.all<ObservationCountRow>(
      `SELECT key, sum(count) AS count FROM observation_counts
       WHERE project = :vault AND dimension = :dimension AND ${visible()} GROUP BY key ORDER BY key`,
      { ...visibleTo(sees), vault: WHOLE_VAULT, dimension },
    ),
  );
}

function dailyActivity(views: Sql, sees: Visibility, now: number): Stats['daily_activity'] {
  const dates = Array.from({ length: DAYS }, (_, i) => dateOf(now - (DAYS - 1 - i) * 86_400_000));
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
         UNION ALL SELECT wall, kind, count FROM prompt_redactions
         UNION ALL SELECT wall, kind, count FROM conventions_redactions)
       WHERE ${visible()} GROUP BY key HAVING sum(count) > 0 ORDER BY key`,
      visibleTo(sees),
    ),
  );
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
