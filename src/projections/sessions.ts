import type { SessionState } from '../domain/sessionMachine.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';
import { countRedactions, forgetRedactions, redactionsTable } from './redactionCounts.js';

const REDACTIONS = 'session_redactions';

/** A row of `sessions`. Times are seconds since 1970. */
export interface SessionRow {
  /** Positions of the events that started it, abandoned it and ended it. */
  readonly position: number;
  readonly abandoned: number | null;
  readonly ended: number | null;
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
}

/** Work sessions, and the number of redactions in their texts. `observation_counts` holds the number of their observations. */
export const sessions = {
  name: 'sessions',
  version: 3,
  tables: {
    sessions: `
      CREATE TABLE sessions (
        position   INTEGER PRIMARY KEY,
        abandoned  INTEGER,
        ended      INTEGER,
        id         TEXT NOT NULL UNIQUE,
        project    TEXT NOT NULL,
        team       TEXT,
        country    TEXT,
        agent      TEXT,
        goal       TEXT,
        state      TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at   INTEGER,
        summary    TEXT
      ) STRICT;
      CREATE INDEX sessions_by_project ON sessions (project, position, state, started_at, ended_at);
      CREATE INDEX sessions_active ON sessions (started_at) WHERE state = 'active';`,
    [REDACTIONS]: redactionsTable(REDACTIONS),
  },
  handlers: {
    'session.started': (view, { data, at, position }) => {
      view.run(
        `INSERT INTO sessions VALUES (?, NULL, NULL, ?, ?, ?, ?, ?, ?, 'active', ?, NULL, NULL)`,
        [
          position,
          data.id,
          data.project,
          data.team ?? null,
          data.country ?? null,
          data.agent ?? null,
          data.goal ?? null,
          toSeconds(at),
        ],
      );
      countRedactions(view, REDACTIONS, data.id, data);
    },
    'session.abandoned': (view, { data, position }) => {
      view.run(`UPDATE sessions SET state = 'abandoned', abandoned = ? WHERE id = ?`, [
        position,
        data.id,
      ]);
    },
    'session.ended': (view, { data, at, position }) => {
      view.run(
        `UPDATE sessions SET state = 'ended', ended = ?, ended_at = ?, summary = ? WHERE id = ?`,
        [position, toSeconds(at), data.summary, data.id],
      );
      countRedactions(view, REDACTIONS, data.id, data);
    },
    'session.forgotten': (view, { data }) => {
      view.run('DELETE FROM sessions WHERE id = ?', [data.id]);
      forgetRedactions(view, REDACTIONS, data.id);
    },
  },
} satisfies Projection;
