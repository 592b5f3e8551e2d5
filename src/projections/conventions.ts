import { toSeconds } from '../domain/time.js';
import { wallOf } from '../domain/visibility.js';
import type { Projection } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `conventions`: the newest conventions of a project, for a team or for all. */
export interface ConventionsRow {
  readonly project: string;
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
 * The newest conventions of each project, and the number of redactions in all that were published. The content comes last
 * and the table has row ids, so that SQLite reads it only where it is asked for.
 */
export const conventions = {
  name: 'conventions',
  version: 3,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        project    TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT NOT NULL UNIQUE,
        version    INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        content    TEXT NOT NULL,
        PRIMARY KEY (project, wall)
      ) STRICT;`,
    conventions_redactions: redactionTable('conventions_redactions'),
  },
  handlers: {
    'conventions.published': (view, { data, at, stream }) => {
      const { project, team = null, version, content } = data;
      const wall = wallOf(team);
      const row = [project, team, wall, stream, version, toSeconds(at), content];
      view.run('INSERT OR REPLACE INTO conventions VALUES (?, ?, ?, ?, ?, ?, ?)', row);
      addRedactions(view, 'conventions_redactions', { id: stream, wall }, data.redactions);
    },
    'conventions.forgotten': (view, { stream }) => {
      view.run('DELETE FROM conventions WHERE stream = ?', [stream]);
      forgetRedactions(view, 'conventions_redactions', stream);
    },
  },
} satisfies Projection;
