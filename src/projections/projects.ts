import { toSeconds } from '../domain/time.js';
import type { Projection, View } from './projection.js';

/** A row of `projects`. The counts of its observations are in `observation_counts`. */
export interface ProjectRow {
  readonly project: string;
  readonly sessions_total: number;
  readonly sessions_active: number;
  /** Time of the last event in the project except those of observations, in seconds since 1970. */
  readonly last_activity_at: number;
}

/** The sessions and the last activity of each project, without its observations. */
export const projects = {
  name: 'projects',
  version: 2,
  tables: {
    projects: `
      CREATE TABLE projects (
        project          TEXT PRIMARY KEY,
        sessions_total   INTEGER NOT NULL DEFAULT 0,
        sessions_active  INTEGER NOT NULL DEFAULT 0,
        last_activity_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  handlers: {
    'session.started': (view, { data, at }) => {
      touch(view, data.project, at);
      view.run(
        `UPDATE projects SET sessions_total = sessions_total + 1, sessions_active = sessions_active + 1
         WHERE project = ?`,
        [data.project],
      );
    },
    'session.abandoned': (view, { data }) => endSession(view, data.project),
    'session.ended': (view, { data, at }) => {
      touch(view, data.project, at);
      if (!data.was_abandoned) endSession(view, data.project);
    },
    'conventions.published': (view, { data, at }) => touch(view, data.project, at),
    'sdd.phase_entered': (view, { data, at }) => touch(view, data.project, at),
  },
} satisfies Projection;

/** Adds the project if it is new, and sets its last activity. */
function touch(view: View, project: string, at: number): void {
  view.run(
    `INSERT INTO projects (project, last_activity_at) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET last_activity_at = excluded.last_activity_at`,
    [project, toSeconds(at)],
  );
}

function endSession(view: View, project: string): void {
  view.run('UPDATE projects SET sessions_active = sessions_active - 1 WHERE project = ?', [
    project,
  ]);
}
