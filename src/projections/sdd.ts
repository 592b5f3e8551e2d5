import { projectKey } from '../domain/projectKey.js';
import type { SddPhase } from '../domain/sdd.js';
import { wallOf } from '../domain/visibility.js';
import { secondsOf } from '../events/recorded.js';
import type { Projection } from './projection.js';

/** A row of `sdd`: a project entered a phase, for a team or for all. */
export interface SddRow {
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  /** The stream of its events. */
  readonly stream: string;
  /** Position of the event. */
  readonly position: number;
  readonly phase: SddPhase;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/** The phases of spec-driven development that each project entered. The last one is its current phase. */
export const sdd = {
  name: 'sdd',
  version: 5,
  tables: {
    sdd: `
      CREATE TABLE sdd (
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT NOT NULL,
        position   INTEGER NOT NULL,
        phase      TEXT NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (project_key, wall, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sdd_by_stream ON sdd (stream);`,
  },
  handlers: {
    'sdd.phase_entered': (view, event) => {
      const { data, position, stream } = event;
      const { project, team = null, phase } = data;
      const of = [project, projectKey(project), team, wallOf(team), stream];
      const row = [...of, position, phase, secondsOf(event)];
      view.run('INSERT INTO sdd VALUES (?, ?, ?, ?, ?, ?, ?, ?)', row);
    },
    'sdd.forgotten': (view, { stream }) => {
      view.run('DELETE FROM sdd WHERE stream = ?', [stream]);
    },
  },
} satisfies Projection;
