import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';
import { countRedactions, forgetRedactions, redactionsTable } from './redactionCounts.js';

/** A row of `conventions`: the newest conventions of a project. */
export interface ConventionsRow {
  readonly project: string;
  /** The stream of its events. */
  readonly stream: string;
  readonly version: number;
  readonly content: string;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

const REDACTIONS = 'conventions_redactions';

/** The newest conventions of each project, and the number of the redactions in all their versions. */
export const conventions = {
  name: 'conventions',
  version: 2,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        project    TEXT PRIMARY KEY,
        stream     TEXT NOT NULL UNIQUE,
        version    INTEGER NOT NULL,
        content    TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
    [REDACTIONS]: redactionsTable(REDACTIONS),
  },
  handlers: {
    'conventions.published': (view, { data, at, stream }) => {
      view.run('INSERT OR REPLACE INTO conventions VALUES (?, ?, ?, ?, ?)', [
        data.project,
        stream,
        data.version,
        data.content,
        toSeconds(at),
      ]);
      countRedactions(view, REDACTIONS, stream, data);
    },
    'conventions.forgotten': (view, { stream }) => {
      view.run('DELETE FROM conventions WHERE stream = ?', [stream]);
      forgetRedactions(view, REDACTIONS, stream);
    },
  },
} satisfies Projection;
