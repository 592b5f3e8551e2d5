import { z } from 'zod';
import type { LogTotals } from '../log/eventLog.js';
import {
  type CountDimension,
  type ObservationCountRow,
  WHOLE_VAULT,
} from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count, Counts, countsOf } from './counts.js';
import { projectsTotal } from './listProjects.js';
import { observationCount, observationsTotal } from './observationCount.js';
import { promptsTotal } from './prompts.js';
import { sessionsTotals } from './sessions.js';

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
  .meta({ id: 'Stats', description: 'Counts over the whole vault.' });
export type Stats = z.infer<typeof Stats>;

const DAYS = 30;

/** The whole vault in numbers; `now` is in milliseconds since 1970. */
export function getStats(views: Sql, { events, deduplicated }: LogTotals, now: number): Stats {
  const observations = observationsTotal(views);
  const redactions = redactionsByKind(views);
  return {
    observations_total: observations,
    ...sessionsTotals(views),
    prompts_total: promptsTotal(views),
    projects_total: projectsTotal(views),
    by_type: counts(views, 'type'),
    by_project: counts(views, 'project'),
    by_team: counts(views, 'team'),
    by_country: counts(views, 'country'),
    daily_activity: dailyActivity(views, now),
    saves: { stored: observations, deduplicated },
    redactions_total: Object.values(redactions).reduce((total, count) => total + count, 0),
    redactions,
    log: { events, head: events },
  };
}

function counts(views: Sql, dimension: CountDimension): Record<string, number> {
  return countsOf(
    views.all<ObservationCountRow>(
      'SELECT key, count FROM observation_counts WHERE project = ? AND dimension = ? ORDER BY key',
      [WHOLE_VAULT, dimension],
    ),
  );
}

function dailyActivity(views: Sql, now: number): Stats['daily_activity'] {
  const dates = Array.from({ length: DAYS }, (_, i) => dateOf(now - (DAYS - 1 - i) * 86_400_000));
  return dates.map((date) => ({ date, count: observationCount(views, 'day', date) }));
}

/** The number of redactions in all texts that are still stored. */
function redactionsByKind(views: Sql): Record<string, number> {
  return countsOf(
    views.all<{ key: string; count: number }>(
      `SELECT key, sum(count) AS count FROM (
         SELECT kind AS key, count FROM session_redactions
         UNION ALL SELECT kind, count FROM prompt_redactions
         UNION ALL SELECT kind, count FROM conventions_redactions
         UNION ALL SELECT key, count FROM observation_counts
           WHERE project = '' AND dimension = 'redaction')
       GROUP BY key HAVING sum(count) > 0 ORDER BY key`,
    ),
  );
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
