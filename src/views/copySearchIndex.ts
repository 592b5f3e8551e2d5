import type { Sql } from '../sqlite/sqlite.js';

/** The tables in which FTS5 stores an index: its pages, the first term of each page, and the length of each row. */
const TABLES = ['observations_fts_data', 'observations_fts_idx', 'observations_fts_docsize'];

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
