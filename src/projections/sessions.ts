import type { SessionState } from '../domain/sessionMachine.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `sessions`. Times are seconds since 1970. */
export interface SessionRow {
  /** Position of the event that started it. */
  readonly position: number;
  readonly id: string;
  readonly project: string;
  readonly team: string | null;
  readonly country: string | null;
  readonly agent: string | null;
  readonly goal: string | null;
  readonly state: SessionState;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly summary: string | null;
  readonly observations_total: number;
  /** When it was started or last saved to. */
  readonly last_activity_at: number;
}

/** Work sessions and how many observations they hold. */
export const sessions = {
  name: 'sessions',
  version: 1,
  tables: {
    sessions: `
      CREATE TABLE sessions (
        position           INTEGER PRIMARY KEY,
        id                 TEXT NOT NULL UNIQUE,
        project            TEXT NOT NULL,
        team               TEXT,
        country            TEXT,
        agent              TEXT,
        goal               TEXT,
        state              TEXT NOT NULL,
        started_at         INTEGER NOT NULL,
        ended_at           INTEGER,
        summary            TEXT,
        observations_total INTEGER NOT NULL,
        last_activity_at   INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX sessions_by_project ON sessions (project, position);
      CREATE INDEX sessions_by_activity ON sessions (state, last_activity_at);`,
  },
  handlers: {
    'session.started': (view, { data, at, position }) => {
      const started = toSeconds(at);
      view.run(`INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?, NULL, NULL, 0, ?)`, [
        position,
        data.id,
        data.project,
        data.team ?? null,
        data.country ?? null,
        data.agent ?? null,
        data.goal ?? null,
        started,
        started,
      ]);
    },
    'session.abandoned': (view, { data }) => {
      view.run(`UPDATE sessions SET state = 'abandoned' WHERE id = ?`, [data.id]);
    },
    'session.ended': (view, { data, at }) => {
      view.run(`UPDATE sessions SET state = 'ended', ended_at = ?, summary = ? WHERE id = ?`, [
        toSeconds(at),
        data.summary,
        data.id,
      ]);
    },
    'observation.saved': (view, { data, at }) => {
      view.run(
        `UPDATE sessions SET observations_total = observations_total + 1, last_activity_at = ?
         WHERE id = ?`,
        [toSeconds(at), data.session_id],
      );
    },
  },
} satisfies Projection;
