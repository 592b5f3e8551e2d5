import type { Sql } from '../sqlite/sqlite.js';

/** The tables in which FTS5 keeps an index: its pages, where they begin, and how long the rows are. */
const TABLES = ['observations_fts_data', 'observations_fts_idx', 'observations_fts_docsize'];

/**
 * Puts the search index that was built in `file` in the place of the empty one of read models. They have to be opened
 * anew after that: FTS5 remembers where it was. Settings stay as they are: those of a build are for a build.
 */
export function takeIndex(views: Sql, file: string): void {
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
