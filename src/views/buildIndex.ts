import type { ObservationRow } from '../projections/observationRow.js';
import { INDEXED_COLUMNS, index, SEARCH_TABLES } from '../projections/search/searchIndex.js';
import { openSqlite, openSqliteReader } from '../sqlite/sqlite.js';

/** A search index that grows in a file of its own while the rows that it is of are written to another. */
export interface GrowingIndex {
  /** Says that all rows up to this position of the log are in their file. */
  reach(position: number): void;
  /** Closes the file once those rows are indexed, and gives how many they were. */
  finish(): Promise<number>;
  /** Ends it where it is; resolves when the files are closed. */
  close(): Promise<void>;
}

/** Begins an index in `file` of the observations in the file of read models `rows`. */
export type BuildIndex = (files: IndexFiles) => GrowingIndex;

export interface IndexFiles {
  readonly rows: string;
  readonly file: string;
}

const ROWS = `SELECT ${INDEXED_COLUMNS.join(', ')}
              FROM observations WHERE position > ? AND position <= ? ORDER BY position`;

/**
 * FTS5 sorts so many bytes of words in memory before it writes a segment. A large index comes out in a few segments
 * and hardly any of it is merged on the way.
 */
const SORTED_BYTES = 16 * 1024 * 1024;

/** Does the work of a `GrowingIndex` where it is called. */
export function indexHere({ rows, file }: IndexFiles) {
  const from = openSqliteReader(rows);
  const into = openSqlite(file, 'OFF');
  // Nobody uses what is half done, so nothing is kept to take it back, nor overwritten: the file is removed.
  into.db.pragma('journal_mode = OFF');
  into.db.pragma('secure_delete = OFF');
  into.db.exec(SEARCH_TABLES.observations_fts);
  into.db.exec(
    `INSERT INTO observations_fts (observations_fts, rank) VALUES ('automerge', 0), ('hashsize', ${SORTED_BYTES})`,
  );
  // A commit would end a segment.
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
