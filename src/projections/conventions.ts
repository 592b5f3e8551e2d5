import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `conventions`: the newest conventions of a project. */
export interface ConventionsRow {
  readonly project: string;
  readonly version: number;
  readonly content: string;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/** The newest conventions of each project. */
export const conventions = {
  name: 'conventions',
  version: 1,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        project    TEXT PRIMARY KEY,
        version    INTEGER NOT NULL,
        content    TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
  handlers: {
    'conventions.published': (view, { data, at }) => {
      view.run('INSERT OR REPLACE INTO conventions VALUES (?, ?, ?, ?)', [
        data.project,
        data.version,
        data.content,
        toSeconds(at),
      ]);
    },
  },
} satisfies Projection;
