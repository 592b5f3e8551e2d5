import { shownTeam, wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { SessionState } from '../domain/sessionStates.js';
import { secondsOf } from '../events/recorded.js';
import type { RedactionCount } from '../privacy/privacyFilter.js';
import type { Projection, View } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';
import { insertRow, type RowOf, table } from './table.js';

// Times are seconds since 1970.
const SESSIONS = table(
  'sessions',
  {
    /** Positions of the events that started it, set its goal later, abandoned it and ended it. */
    position: 'INTEGER PRIMARY KEY',
    goal_set: 'INTEGER',
    abandoned: 'INTEGER',
    ended: 'INTEGER',
    id: 'TEXT NOT NULL UNIQUE',
    project: 'TEXT NOT NULL',
    project_key: 'TEXT NOT NULL',
    team: 'TEXT',
    /** `wallOf` the team. */
    wall: 'TEXT NOT NULL',
    country: 'TEXT',
    agent: 'TEXT',
    goal: 'TEXT',
    client_ref: 'TEXT',
    /** One of `SessionState`. */
    state: 'TEXT NOT NULL',
    started_at: 'INTEGER NOT NULL',
    ended_at: 'INTEGER',
    summary: 'TEXT',
  },
  {
    indexes: `
      CREATE INDEX sessions_by_time ON sessions (started_at, position, wall);
      CREATE INDEX sessions_by_project ON sessions (project_key, started_at, position, wall);
      CREATE INDEX sessions_by_state ON sessions (state, started_at, position, wall);
      CREATE INDEX sessions_by_project_and_state ON sessions (project_key, state, started_at, position, wall);
      CREATE INDEX sessions_counted ON sessions (project_key, project, wall, state, started_at, ended_at);
      CREATE INDEX sessions_active ON sessions (started_at) WHERE state = 'active';`,
  },
);
export interface SessionRow extends RowOf<typeof SESSIONS> {
  readonly state: SessionState;
}

/**
 * Work sessions, and the number of redactions in their texts. `observation_counts` holds the number of their
 * observations.
 */
export const sessions = {
  name: 'sessions',
  version: 6,
  tables: {
    sessions: SESSIONS.ddl,
    session_redactions: redactionTable('session_redactions'),
  },
  handlers: {
    'session.started': (view, event) => {
      const { data, position } = event;
      const { id, project, team, country = null, agent = null } = data;
      const { goal = null, client_ref = null } = data;
      const wall = wallOf(team);
      insertRow(view, SESSIONS, {
        position,
        goal_set: null,
        abandoned: null,
        ended: null,
        id,
        project,
        project_key: projectKey(project),
        team: shownTeam(team) ?? null,
        wall,
        country,
        agent,
        goal,
        client_ref,
        state: 'active',
        started_at: secondsOf(event),
        ended_at: null,
        summary: null,
      });
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
