import type { ArchiveLine } from '../../domain/archive/archiveLine.js';
import { type Visibility, wallOf } from '../../domain/caller.js';
import { projectKey } from '../../domain/names.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import { inSlices, type Slices } from '../inSlices.js';
import { type AsOf, visible, visibleTo } from '../visible.js';

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

/**
 * The keys that are in the part, in the order of an index: `after` selects the rows behind `last`, in part or not, without
 * their texts, and says by `in_part` which are. Those that are not are passed in slices as well: where the project is small and
 * the vault is large, SQLite would look at a million rows in one turn to find the next one.
 */
export async function* keysInPart<Row extends { readonly in_part: 0 | 1 }>(
  { views }: ArchiveSource,
  after: (last: Row | undefined) => { readonly sql: string; readonly params: Params },
): AsyncGenerator<Row> {
  const slices = inSlices<Row, Row>({
    views,
    after(open, last) {
      const { sql, params } = after(last);
      return open.each<Row>(sql, params);
    },
    toItem: (_, row) => row,
  });
  for await (const slice of slices) yield* slice.filter((row) => row.in_part === 1);
}

/** The names of the lists in a line. */
export type ListOf<Line> = {
  [K in keyof Line]-?: Line[K] extends readonly object[] | undefined ? K : never;
}[keyof Line];
export type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;

/** An archive line without lists of texts, as it is sent. */
export function wholeLine(line: ArchiveLine): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * A line of which one list, its last member, is made while it is sent: all versions of a prompt may be longer than any text
 * can be. None where the thing was forgotten meanwhile.
 */
export async function* lineInParts<Line extends ArchiveLine, K extends ListOf<Line> & string>(
  head: Omit<Line, K>,
  list: K,
  slices: Slices<ElementOf<NonNullable<Line[K]>>>,
): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"${list}":[`;
  let isEmpty = true;
  for await (const slice of slices) {
    for (const one of slice) {
      yield `${before}${JSON.stringify(one)}`;
      before = ',';
      isEmpty = false;
    }
  }
  if (!isEmpty) yield ']}\n';
}
