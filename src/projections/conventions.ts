import { projectKey } from '../domain/projectKey.js';
import { wallOf } from '../domain/visibility.js';
import { secondsOf } from '../events/recorded.js';
import type { Projection } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `conventions`: the newest conventions of a stream. A project has one for all and one for each team. */
export interface ConventionsRow {
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  /** The stream of its events. */
  readonly stream: string;
  /** Position of the event. */
  readonly position: number;
  readonly version: number;
  readonly content: string;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/**
 * The newest conventions of each stream, and the number of redactions in all that were published. Where an old log has a
 * stream for each spelling of a project, the one that was published last counts. The content comes last and the table has row ids, so that SQLite reads it only where it is asked for.
 */
export const conventions = {
  name: 'conventions',
  version: 5,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT PRIMARY KEY,
        position   INTEGER NOT NULL,
        version    INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        content    TEXT NOT NULL
      ) STRICT;
      CREATE INDEX conventions_by_project ON conventions (project_key, wall, position);`,
    conventions_redactions: redactionTable('conventions_redactions'),
  },
  handlers: {
    'conventions.published': (view, event) => {
      const { data, position, stream } = event;
      const { project, team = null, version, content } = data;
      const wall = wallOf(team);
      const of = [project, projectKey(project), team, wall, stream];
      const row = [...of, position, version, secondsOf(event), content];
      view.run('INSERT OR REPLACE INTO conventions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', row);
      addRedactions(view, 'conventions_redactions', { id: stream, wall }, data.redactions);
    },
    'conventions.forgotten': (view, { stream }) => {
      view.run('DELETE FROM conventions WHERE stream = ?', [stream]);
      forgetRedactions(view, 'conventions_redactions', stream);
    },
  },
} satisfies Projection;
