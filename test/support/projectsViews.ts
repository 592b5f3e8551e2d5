import { projectKey } from '../../src/domain/projectKey.js';
import { OBSERVATION_COUNTS } from '../../src/projections/observationCounts.js';
import { openSqlite, type Sql } from '../../src/sqlite/sqlite.js';

/** The read model of counts, for projects by name and wall with one note each. */
export function projectsViews(projects: readonly (readonly [name: string, wall: string])[]): Sql {
  const views = openSqlite(':memory:', 'OFF');
  views.db.exec(OBSERVATION_COUNTS);
  views.db.transaction(() => {
    for (const [name, wall] of projects) {
      const row = [projectKey(name), name, wall];
      views.run(`INSERT OR IGNORE INTO observation_counts VALUES (?, 'project', ?, ?, 1)`, row);
    }
  })();
  return views;
}
