import type { SddPhase } from '../domain/sdd.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `sdd`: the phase a project is in. */
export interface SddRow {
  readonly project: string;
  readonly phase: SddPhase;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/** The phase of spec-driven development that each project is in. */
export const sdd = {
  name: 'sdd',
  version: 1,
  tables: {
    sdd: `
      CREATE TABLE sdd (
        project    TEXT PRIMARY KEY,
        phase      TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  handlers: {
    'sdd.phase_entered': (view, { data, at }) => {
      view.run('INSERT OR REPLACE INTO sdd VALUES (?, ?, ?)', [
        data.project,
        data.phase,
        toSeconds(at),
      ]);
    },
  },
} satisfies Projection;
