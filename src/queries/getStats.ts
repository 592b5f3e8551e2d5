import { z } from 'zod';
import type { EventLog } from '../log/eventLog.js';
import type { Sql } from '../log/sqlite.js';
import type { StatDimension, StatRow } from '../projections/stats.js';
import { Count, Counts, countsOf } from './counts.js';

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
      .meta({ description: 'The last 30 days in UTC, oldest first, days without any included.' }),
    saves: z.object({ stored: Count, deduplicated: Count }),
    redactions_total: Count,
    log: z.object({ events: Count, head: Count }),
  })
  .meta({ id: 'Stats', description: 'The whole vault in numbers.' });
export type Stats = z.infer<typeof Stats>;

const DAYS = 30;

/** The whole vault in numbers; `now` is in milliseconds since 1970. */
export async function getStats(views: Sql, log: EventLog, now: number): Promise<Stats> {
  const totals = counts(views, 'total');
  const projects = views.get<{ count: number }>('SELECT count(*) AS count FROM projects');
  const { events, deduplicated } = await log.totals();
  return {
    observations_total: totals.observations ?? 0,
    sessions_total: totals.sessions ?? 0,
    sessions_active: totals.sessions_active ?? 0,
    prompts_total: totals.prompts ?? 0,
    projects_total: projects?.count ?? 0,
    by_type: counts(views, 'type'),
    by_project: counts(views, 'project'),
    by_team: counts(views, 'team'),
    by_country: counts(views, 'country'),
    daily_activity: dailyActivity(views, now),
    saves: { stored: totals.observations ?? 0, deduplicated },
    redactions_total: sum(counts(views, 'redaction')),
    log: { events, head: events },
  };
}

/** How many observations there are. */
export function observationsTotal(views: Sql): number {
  return counts(views, 'total').observations ?? 0;
}

function counts(views: Sql, dimension: StatDimension): Record<string, number> {
  return countsOf(
    views.all<StatRow>('SELECT key, count FROM stats WHERE dimension = ? ORDER BY key', [
      dimension,
    ]),
  );
}

function dailyActivity(views: Sql, now: number): Stats['daily_activity'] {
  const dates = Array.from({ length: DAYS }, (_, i) => dateOf(now - (DAYS - 1 - i) * 86_400_000));
  const rows = views.all<StatRow>(
    `SELECT key, count FROM stats WHERE dimension = 'day' AND key BETWEEN ? AND ?`,
    [dates[0] ?? '', dates.at(-1) ?? ''],
  );
  const byDate = countsOf(rows);
  return dates.map((date) => ({ date, count: byDate[date] ?? 0 }));
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const sum = (numbers: Record<string, number>) =>
  Object.values(numbers).reduce((total, count) => total + count, 0);
