import { z } from 'zod';
import { Ulid } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime, OutTime } from '../domain/time.js';
import type { Sql } from '../log/sqlite.js';
import type { SessionRow } from '../projections/sessions.js';

/** A work session as the service shows it. */
export const Session = z
  .object({
    id: Ulid,
    session_id: Ulid.meta({ description: 'The same as `id`.' }),
    project: z.string(),
    team: z.string().optional(),
    country: z.string().optional(),
    agent: z.string().optional(),
    goal: z.string().optional(),
    state: z.enum(['active', 'abandoned', 'ended']),
    started_at: OutTime,
    ended_at: OutTime.nullable(),
    summary: z.string().nullable(),
    observations_total: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  })
  .meta({ id: 'Session', description: 'A work session of an agent or a person.' });
export type Session = z.infer<typeof Session>;

/** How many observations a session holds. */
export function observationsIn(views: Sql, sessionId: string): number {
  const row = views.get<Pick<SessionRow, 'observations_total'>>(
    'SELECT observations_total FROM sessions WHERE id = ?',
    [sessionId],
  );
  return row?.observations_total ?? 0;
}

/** Work sessions, newest first: all, or `limit` of those started before session `before`. */
export function listSessions(views: Sql, page: { limit?: number; before?: string }): Session[] {
  const before = page.before
    ? views.get<SessionRow>('SELECT position FROM sessions WHERE id = ?', [page.before])
    : { position: Number.MAX_SAFE_INTEGER };
  if (!before)
    throw new Rejection('invalid_parameter', `before: there is no session ${page.before}`);
  return views
    .all<SessionRow>('SELECT * FROM sessions WHERE position < ? ORDER BY position DESC LIMIT ?', [
      before.position,
      page.limit ?? -1,
    ])
    .map(sessionOf);
}

/** Ids of active sessions in which nothing happened since `before`, in seconds since 1970. */
export function idleSessions(views: Sql, before: number): string[] {
  return views
    .all<{ id: string }>(
      `SELECT id FROM sessions WHERE state = 'active' AND last_activity_at < ? ORDER BY position`,
      [before],
    )
    .map(({ id }) => id);
}

/** A session as its row tells it. */
export function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    session_id: row.id,
    project: row.project,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    agent: row.agent ?? undefined,
    goal: row.goal ?? undefined,
    state: row.state,
    started_at: formatTime(row.started_at),
    ended_at: row.ended_at === null ? null : formatTime(row.ended_at),
    summary: row.summary,
    observations_total: row.observations_total,
  };
}
