import type { ObservationRow } from '../projections/observationRow.js';
import {
  INDEXED_COLUMNS,
  index,
  SEARCH_IN_BULK,
  SEARCH_TABLES,
} from '../projections/searchIndex.js';
import { openSqlite, openSqliteReader, type Sql } from '../sqlite/sqlite.js';

/** A search index that is built in its own file while the rows to index are being written to another. */
interface GrowingIndex {
  /** Reports that all rows up to this position of the log are in their file. */
  reach(position: number): void;
  /** Indexes those rows to the last, closes the file and returns how many there are. */
  finish(): Promise<number>;
  /** Stops the build. Resolves when the files are closed. */
  close(): Promise<void>;
}

/** Begins a search index in `file` of the observations in `rows`, a file of read models. */
export type BuildIndex = (files: IndexFiles) => GrowingIndex;

export interface IndexFiles {
  readonly rows: string;
  readonly file: string;
}

const ROWS = `SELECT ${INDEXED_COLUMNS.join(', ')}
              FROM observations WHERE position > ? AND position <= ? ORDER BY position`;

/** Does the work of a `GrowingIndex` on the thread that calls it. */
export function indexHere({ rows, file }: IndexFiles) {
  const from = openSqliteReader(rows);
  const into = openSqlite(file, 'OFF');
  // A half-built index is removed as a file: no rollback journal is needed, and nothing has to be overwritten.
  into.db.pragma('journal_mode = OFF');
  into.db.pragma('secure_delete = OFF');
  into.db.exec(SEARCH_TABLES.observations_fts);
  into.db.exec(SEARCH_IN_BULK);
  // One transaction for all rows, since a commit would end a segment.
  into.db.exec('BEGIN');
  let indexed = 0;
  let last = 0;
  const close = () => {
    from.db.close();
    into.db.close();
  };
  return {
    reach(position: number): void {
      for (const row of from.each<ObservationRow>(ROWS, [last, position])) {
        index(into, row);
        indexed++;
        last = row.position;
      }
    },
    finish(): number {
      into.db.exec('COMMIT');
      close();
      return indexed;
    },
    close,
  };
}

/** The tables in which FTS5 stores an index: its pages, and the first term of each page. */
const TABLES = ['observations_fts_data', 'observations_fts_idx'];

/**
 * Copies the search index that was built in `file` over the empty one of read models. They have to be opened again
 * after that, since FTS5 keeps the old structure in memory. The settings of the index are not copied: those in `file`
 * are only good for a build.
 */
export function copySearchIndex(views: Sql, file: string): void {
  views.db.prepare('ATTACH ? AS built').run(file);
  views.unguarded(() =>
    views.db.transaction(() => {
      for (const table of TABLES) {
        views.db.exec(
          `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM built.${table}`,
        );
      }
    })(),
  );
  views.db.exec('DETACH built');
}
