import type { SddPhase } from '../domain/sdd.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `sdd`: a project entered a phase. */
export interface SddRow {
  readonly project: string;
  /** The stream of its events, and the position of this one. */
  readonly stream: string;
  readonly position: number;
  readonly phase: SddPhase;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/** The phases of spec-driven development that each project entered. The last one is its current phase. */
export const sdd = {
  name: 'sdd',
  version: 3,
  tables: {
    sdd: `
      CREATE TABLE sdd (
        project    TEXT NOT NULL,
        stream     TEXT NOT NULL,
        position   INTEGER NOT NULL,
        phase      TEXT NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (project, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sdd_by_stream ON sdd (stream);`,
  },
  handlers: {
    'sdd.phase_entered': (view, { data, at, stream, position }) => {
      view.run('INSERT INTO sdd VALUES (?, ?, ?, ?, ?)', [
        data.project,
        stream,
        position,
        data.phase,
        toSeconds(at),
      ]);
    },
    'sdd.forgotten': (view, { stream }) => {
      view.run('DELETE FROM sdd WHERE stream = ?', [stream]);
    },
  },
} satisfies Projection;
