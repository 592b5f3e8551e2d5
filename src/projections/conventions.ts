import { projectKey } from '../domain/projectKey.js';
import { wallOf } from '../domain/visibility.js';
import { secondsOf } from '../events/recorded.js';
import type { Projection } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `conventions`: one version of the conventions of a project, for all or for a team. */
export interface ConventionsRow {
  /** Position of the event. */
  readonly position: number;
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  /** The stream of its events. */
  readonly stream: string;
  readonly version: number;
  readonly content: string;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/**
 * All versions of all conventions, and the number of their redactions. The one that was published last counts, also where
 * an old log has a stream for each spelling of a project. The content comes last and the table has row ids, so that SQLite
 * reads it only where it is asked for.
 */
export const conventions = {
  name: 'conventions',
  version: 5,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        position   INTEGER PRIMARY KEY,
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT NOT NULL,
        version    INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        content    TEXT NOT NULL
      ) STRICT;
      CREATE INDEX conventions_by_project ON conventions (project_key, wall, position);
      CREATE INDEX conventions_by_stream ON conventions (stream);`,
    conventions_redactions: redactionTable('conventions_redactions'),
  },
  handlers: {
    'conventions.published': (view, event) => {
      const { data, position, stream } = event;
      const { project, team = null, version, content } = data;
      const wall = wallOf(team);
      const of = [project, projectKey(project), team, wall, stream];
      const row = [position, ...of, version, secondsOf(event), content];
      view.run('INSERT INTO conventions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', row);
      addRedactions(view, 'conventions_redactions', { id: stream, wall }, data.redactions);
    },
    'conventions.forgotten': (view, { stream }) => {
      view.run('DELETE FROM conventions WHERE stream = ?', [stream]);
      forgetRedactions(view, 'conventions_redactions', stream);
    },
  },
} satisfies Projection;
