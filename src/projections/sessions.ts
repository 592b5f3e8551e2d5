import { wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { RedactionCount } from '../domain/privacy/privacyFilter.js';
import type { SessionState } from '../domain/sessionMachine.js';
import { secondsOf } from '../events/recorded.js';
import type { Projection, View } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `sessions`. Times are seconds since 1970. */
export interface SessionRow {
  /** Positions of the events that started it, set its goal later, abandoned it and ended it. */
  readonly position: number;
  readonly goal_set: number | null;
  readonly abandoned: number | null;
  readonly ended: number | null;
  readonly id: string;
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  readonly country: string | null;
  readonly agent: string | null;
  readonly goal: string | null;
  readonly client_ref: string | null;
  readonly state: SessionState;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly summary: string | null;
}

/**
 * Work sessions, and the number of redactions in their texts. `observation_counts` holds the number of their
 * observations.
 */
export const sessions = {
  name: 'sessions',
  version: 6,
  tables: {
    sessions: `
      CREATE TABLE sessions (
        position   INTEGER PRIMARY KEY,
        goal_set   INTEGER,
        abandoned  INTEGER,
        ended      INTEGER,
        id         TEXT NOT NULL UNIQUE,
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        country    TEXT,
        agent      TEXT,
        goal       TEXT,
        client_ref TEXT,
        state      TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at   INTEGER,
        summary    TEXT
      ) STRICT;
      CREATE INDEX sessions_by_time ON sessions (started_at, position, wall);
      CREATE INDEX sessions_by_project ON sessions (project_key, started_at, position, wall);
      CREATE INDEX sessions_by_state ON sessions (state, started_at, position, wall);
      CREATE INDEX sessions_by_project_and_state ON sessions (project_key, state, started_at, position, wall);
      CREATE INDEX sessions_counted ON sessions (project_key, project, wall, state, started_at, ended_at);
      CREATE INDEX sessions_active ON sessions (started_at) WHERE state = 'active';`,
    session_redactions: redactionTable('session_redactions'),
  },
  handlers: {
    'session.started': (view, event) => {
      const { data, position } = event;
      const { id, project, team = null, country = null, agent = null } = data;
      const { goal = null, client_ref = null } = data;
      const wall = wallOf(team);
      view.run(
        `INSERT INTO sessions (position, id, project, project_key, team, wall, country, agent, goal,
           client_ref, state, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?)`,
        [
          position,
          id,
          project,
          projectKey(project),
          team,
          wall,
          country,
          agent,
          goal,
          client_ref,
          secondsOf(event),
        ],
      );
      addRedactions(view, 'session_redactions', { id, wall }, data.redactions);
    },
    'session.goal_set': (view, { data, position }) => {
      const { id, goal } = data;
      view.run('UPDATE sessions SET goal = ?, goal_set = ? WHERE id = ?', [goal, position, id]);
      addLaterRedactions(view, data);
    },
    'session.abandoned': (view, { data, position }) => {
      view.run(`UPDATE sessions SET state = 'abandoned', abandoned = ? WHERE id = ?`, [
        position,
        data.id,
      ]);
    },
    'session.ended': (view, event) => {
      const { data, position } = event;
      view.run(
        `UPDATE sessions SET state = 'ended', ended = ?, ended_at = ?, summary = ? WHERE id = ?`,
        [position, secondsOf(event), data.summary, data.id],
      );
      addLaterRedactions(view, data);
    },
    'session.forgotten': (view, { data }) => {
      view.run('DELETE FROM sessions WHERE id = ?', [data.id]);
      forgetRedactions(view, 'session_redactions', data.id);
    },
  },
} satisfies Projection;

/** Adds the redactions in a text that a session got after its start. */
function addLaterRedactions(
  view: View,
  { id, redactions }: { readonly id: string; readonly redactions: readonly RedactionCount[] },
): void {
  const started = view.get<SessionRow>('SELECT * FROM sessions WHERE id = ?', [id]);
  if (started) addRedactions(view, 'session_redactions', started, redactions);
}
