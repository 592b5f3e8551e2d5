import { wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';
import { insertRow, type RowOf, table } from './table.js';

/** Each binding of a repository that is not forgotten; the last one behind a wall counts. */
const BOUND = table(
  'repositories',
  {
    /** Position of the event. */
    position: 'INTEGER PRIMARY KEY',
    repository: 'TEXT NOT NULL',
    /** It as it is compared: `projectKey`. */
    key: 'TEXT NOT NULL',
    project: 'TEXT NOT NULL',
    project_key: 'TEXT NOT NULL',
    team: 'TEXT',
    /** `wallOf` the team. */
    wall: 'TEXT NOT NULL',
    /** Seconds since 1970. */
    at: 'INTEGER NOT NULL',
  },
  { indexes: 'CREATE INDEX repositories_by_key ON repositories (key, wall, position);' },
);
export type BoundRow = RowOf<typeof BOUND>;

/** Which repositories are which projects, for the list of them. What a claim gets is decided by the log. */
export const repositories = {
  name: 'repositories',
  version: 2,
  tables: { repositories: BOUND.ddl },
  handlers: {
    'repository.bound': (view, { data: { repository, project, team }, position, at }) =>
      insertRow(view, BOUND, {
        position,
        repository,
        key: projectKey(repository),
        project,
        project_key: projectKey(project),
        team: team ?? null,
        wall: wallOf(team),
        at: toSeconds(at),
      }),
    'event.forgotten': (view, { data }) =>
      view.run('DELETE FROM repositories WHERE position = ?', [data.position]),
  },
} satisfies Projection;
