import { wallOf } from '../../src/domain/caller.js';
import { projectKey } from '../../src/domain/names.js';
import { COUNT_TABLES, countNote, writeCounts } from '../../src/projections/observationCounts.js';
import { openSqlite, type Sql } from '../../src/sqlite/sqlite.js';
import { rowOf } from './searchViews.js';

/** Projects by name and team. */
type Projects = readonly (readonly [name: string, team: string | null])[];

/** The read model of counts, with a note for each project. */
export function projectsViews(projects: Projects): Sql {
  const views = openSqlite(':memory:', 'OFF');
  for (const ddl of Object.values(COUNT_TABLES)) views.db.exec(ddl);
  addProjects(views, projects);
  return views;
}

/** Adds a note for each. */
export function addProjects(views: Sql, projects: Projects): void {
  views.db.transaction(() => {
    for (const [i, [project, team]] of projects.entries()) {
      const names = { project, project_key: projectKey(project), team, wall: wallOf(team) };
      countNote(views, rowOf(names, i + 1), 1);
    }
    writeCounts(views);
  })();
}
