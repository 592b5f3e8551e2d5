import { projectKey } from '../../domain/projectKey.js';
import { type Visibility, wallOf } from '../../domain/visibility.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { AsOf } from '../asOf.js';
import { visible, visibleTo } from '../visible.js';

/** Which part of a vault an archive holds; without a project or a team, all that the caller may see. */
export interface ArchivePart {
  readonly sees: Visibility;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  /** The archive shows the vault after this event. */
  readonly as_of: AsOf;
}

/** What the lines of an archive are read from. */
export interface ArchiveSource {
  /** Called again for each read, because a rebuild may replace the file between two of them. */
  readonly views: () => Promise<Sql>;
  readonly part: ArchivePart;
}

/** SQL for a row with a column `wall`: holds in this part. `partParams` gives the parameters. */
export const IN_TEAM = `${visible()} AND (:team IS NULL OR wall = :team)`;

/** The same for a row that also has a column `project_key`. */
export const IN_PART = `${IN_TEAM} AND (:project IS NULL OR project_key = :project)`;

/** The parameters of `IN_TEAM`, of `IN_PART` and of `:as_of`. */
export function partParams({ sees, project, team, as_of }: ArchivePart) {
  return {
    ...visibleTo(sees),
    team: team === undefined ? null : wallOf(team),
    project: project === undefined ? null : projectKey(project),
    as_of,
  };
}
