import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { type ProjectKey, projectKey } from '../domain/names.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime } from '../domain/time.js';
import { session } from '../events/session.js';
import { observations } from '../projections/observations.js';
import { type SessionRow, sessions } from '../projections/sessions.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Count } from './counts.js';
import { inSlices, type Slices } from './inSlices.js';
import { countOf } from './observationCounts.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { type AsOf, CURRENT_AS_OF, NOW, visible, visibleTo } from './visible.js';

/** A work session in a response, also while the read models cannot tell how many observations it has. */
export const EndedSession = z
  .object({
    id: Ulid,
    session_id: Ulid.meta({ description: 'The same as `id`.' }),
    project: z.string(),
    team: z.string().optional(),
    country: z.string().optional(),
    agent: z.string().optional(),
    goal: z.string().optional(),
    client_ref: z.string().optional(),
    state: z.enum(['active', 'abandoned', 'ended']),
    started_at: OutTime,
    ended_at: OutTime.nullable(),
    summary: z.string().nullable(),
    observations_total: Count.optional(),
  })
  .meta({
    id: 'EndedSession',
    description: '`observations_total` is left out while the read models cannot tell it.',
  });

/** A work session in a response. */
export const Session = EndedSession.and(z.object({ observations_total: Count })).meta({
  id: 'Session',
});
export type Session = z.infer<typeof Session>;
export type EndedSession = z.infer<typeof EndedSession>;

/** The read models from which sessions are shown. */
const SESSIONS_FROM = [sessions.name, observations.name] as const;

/** SQL for a row of `sessions` that holds something: what it is for, what came of it, or a note. */
const HOLDS = `(coalesce(nullif(goal, ''), nullif(summary, '')) IS NOT NULL
  OR EXISTS (SELECT 1 FROM observations AS o WHERE o.session_id = sessions.id))`;

/** Which sessions are listed. */
interface SessionFilters {
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
  readonly project?: string | undefined;
  readonly state?: Session['state'] | undefined;
  /** Whether to leave out those that hold nothing. */
  readonly filled?: 'true' | undefined;
}

/**
 * The work sessions that the caller may see, newest first: all, or `limit` of those started before session `before`, of a
 * project, in a state, that hold something.
 * Throws `Rejection('invalid_parameter')` when there is no session `before`.
 */
export async function listSessions(
  vault: Readable,
  sees: Visibility,
  { before, limit = Number.MAX_SAFE_INTEGER, project, state, filled }: SessionFilters,
): Promise<Slices<Session>> {
  const start = before === undefined ? END : await startOf(vault, sees, before);
  return inSlices<SessionRow, Session>({
    views: () => vault.readModels.current(...SESSIONS_FROM),
    after: (open, last, count) =>
      open.each<SessionRow>(
        `SELECT * FROM sessions WHERE (started_at, position) < (:started_at, :position) AND ${visible()}
           ${project === undefined ? '' : 'AND project_key = :project'}
           ${state === undefined ? '' : 'AND state = :state'}
           ${filled === undefined ? '' : `AND ${HOLDS}`}
         ORDER BY started_at DESC, position DESC LIMIT :left`,
        {
          ...visibleTo(sees),
          ...(project !== undefined && { project: projectKey(project) }),
          ...(state !== undefined && { state }),
          started_at: last?.started_at ?? start.started_at,
          position: last?.position ?? start.position,
          left: limit - count,
        },
      ),
    toItem: (open, row) => sessionOf(row, observationsIn(open, sees, row.id)),
  });
}

/** One work session. Throws `Rejection('not_found')`, also for one that the caller may not see. */
export function getSession(vault: Readable, sees: Visibility, id: string): Promise<Session> {
  const missing = new Rejection('not_found', `there is no session ${id}`);
  return readSession(vault, sees, id, missing, (row, views) =>
    sessionOf(row, observationsIn(views, sees, id)),
  );
}

/** A place in the list: two sessions may start in one second, and an import brings old ones late. */
type Start = Pick<SessionRow, 'started_at' | 'position'>;

/** Behind every session. */
const END: Start = { started_at: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER };

/** The place of a session. */
function startOf(vault: Readable, sees: Visibility, id: string): Promise<Start> {
  const missing = new Rejection('invalid_parameter', `before: there is no session ${id}`);
  return readSession(vault, sees, id, missing, (row) => row);
}

function readSession<T>(
  vault: Readable,
  sees: Visibility,
  id: string,
  missing: Rejection,
  toItem: (row: SessionRow, views: Sql) => T,
): Promise<T> {
  const stream = `${session.name}/${id}`;
  const wanted = { about: SESSIONS_FROM, stream, sees };
  return readConfirmed(vault, wanted, (views) => {
    const query = `SELECT * FROM sessions WHERE id = :id AND ${visible()}`;
    const row = views.get<SessionRow>(query, { ...visibleTo(sees), id });
    // A damaged index may lead to another row.
    if (row?.id !== id) throw missing;
    return toItem(row, views);
  });
}

/** The newest session of a project that the caller may see; null when there is none. */
export function lastSession(
  views: Sql,
  sees: Visibility,
  project: ProjectKey,
  as_of: AsOf = NOW,
): Session | null {
  const row = views.get<SessionRow>(
    `SELECT * FROM sessions WHERE project_key = :project AND position <= :as_of AND ${visible()}
     ORDER BY started_at DESC, position DESC LIMIT 1`,
    { ...visibleTo(sees), project, as_of },
  );
  if (!row) return null;
  return sessionOf(sessionAsOf(row, as_of), observationsIn(views, sees, row.id, as_of));
}

/** The state of a session after the event at `as_of`. */
export function sessionAsOf(row: SessionRow, as_of: AsOf): SessionRow {
  const isSo = (position: number | null) => position !== null && position <= as_of;
  if (isSo(row.ended)) return row;
  const state = isSo(row.abandoned) ? 'abandoned' : 'active';
  const goal = row.goal_set === null || isSo(row.goal_set) ? row.goal : null;
  return { ...row, goal, state, ended_at: null, summary: null };
}

/** The number of observations in a session that the caller may see. */
export function observationsIn(
  views: Sql,
  sees: Visibility,
  sessionId: string,
  as_of: AsOf = NOW,
): number {
  // The counts of sessions do not tell projects apart.
  if (as_of === NOW && !sees.projects)
    return countOf(views, sees, { dimension: 'session', key: sessionId });
  const row = views.get<{ count: number }>(
    `SELECT count(*) AS count FROM observations
     WHERE session_id = :id AND ${visible()} AND ${CURRENT_AS_OF}`,
    { ...visibleTo(sees), id: sessionId, as_of },
  );
  return row?.count ?? 0;
}

function sessionOf(row: SessionRow, observations_total: number): Session {
  return {
    id: row.id,
    session_id: row.id,
    project: row.project,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    agent: row.agent ?? undefined,
    goal: row.goal ?? undefined,
    client_ref: row.client_ref ?? undefined,
    state: row.state,
    started_at: formatTime(row.started_at),
    ended_at: row.ended_at === null ? null : formatTime(row.ended_at),
    summary: row.summary,
    observations_total,
  };
}
