import { toSeconds } from '../domain/time.js';
import type { Projection, View } from './projection.js';

/** A row of `projects`. Times are seconds since 1970. */
export interface ProjectRow {
  readonly project: string;
  readonly observations_total: number;
  readonly sessions_total: number;
  readonly sessions_active: number;
  /** `created_at` of the first and last observation. */
  readonly first_at: number | null;
  readonly last_at: number | null;
  /** When something last happened in it. */
  readonly last_activity_at: number;
}

/** A row of `project_counts`: how many observations of a project have what. */
export interface ProjectCountRow {
  readonly project: string;
  readonly dimension: 'type' | 'author' | 'tag';
  readonly key: string;
  readonly count: number;
}

/** Counters of each project, for its summary and the list of projects. */
export const projects = {
  name: 'projects',
  version: 1,
  tables: {
    projects: `
      CREATE TABLE projects (
        project            TEXT PRIMARY KEY,
        observations_total INTEGER NOT NULL DEFAULT 0,
        sessions_total     INTEGER NOT NULL DEFAULT 0,
        sessions_active    INTEGER NOT NULL DEFAULT 0,
        first_at           INTEGER,
        last_at            INTEGER,
        last_activity_at   INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
    project_counts: `
      CREATE TABLE project_counts (
        project   TEXT NOT NULL,
        dimension TEXT NOT NULL,
        key       TEXT NOT NULL,
        count     INTEGER NOT NULL,
        PRIMARY KEY (project, dimension, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX project_counts_by_count ON project_counts (project, dimension, count DESC, key);`,
  },
  handlers: {
    'observation.saved': (view, { data, at }) => {
      if (data.project === undefined) return;
      touch(view, data.project, at);
      const created = data.created_at ?? toSeconds(at);
      view.run(
        `UPDATE projects SET observations_total = observations_total + 1,
           first_at = min(coalesce(first_at, :created), :created),
           last_at = max(coalesce(last_at, :created), :created)
         WHERE project = :project`,
        { project: data.project, created },
      );
      count(view, data.project, 'type', data.type);
      if (data.author) count(view, data.project, 'author', data.author);
      for (const tag of data.tags) count(view, data.project, 'tag', tag);
    },
    'session.started': (view, { data, at }) => {
      touch(view, data.project, at);
      view.run(
        `UPDATE projects SET sessions_total = sessions_total + 1, sessions_active = sessions_active + 1
         WHERE project = ?`,
        [data.project],
      );
    },
    'session.abandoned': (view, { data }) => leave(view, data.project),
    'session.ended': (view, { data, at }) => {
      touch(view, data.project, at);
      if (!data.was_abandoned) leave(view, data.project);
    },
    'conventions.published': (view, { data, at }) => touch(view, data.project, at),
    'sdd.phase_entered': (view, { data, at }) => touch(view, data.project, at),
  },
} satisfies Projection;

/** Makes the project known and notes that something happened in it. */
function touch(view: View, project: string, at: number): void {
  view.run(
    `INSERT INTO projects (project, last_activity_at) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET last_activity_at = excluded.last_activity_at`,
    [project, toSeconds(at)],
  );
}

function leave(view: View, project: string): void {
  view.run('UPDATE projects SET sessions_active = sessions_active - 1 WHERE project = ?', [
    project,
  ]);
}

function count(
  view: View,
  project: string,
  dimension: ProjectCountRow['dimension'],
  key: string,
): void {
  view.run(
    `INSERT INTO project_counts VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1`,
    [project, dimension, key],
  );
}
