import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type ProjectKey, projectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import { WHOLE_VAULT } from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';
import { visible, visibleTo } from './visible.js';

/** How many observations were made on a day in UTC. */
export const DayCount = z
  .object({ date: z.string().meta({ format: 'date' }), count: Count })
  .meta({ id: 'DayCount' });
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
