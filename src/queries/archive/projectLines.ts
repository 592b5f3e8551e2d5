import type { ConventionsLine, PhasesLine } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import type { ConventionsRow } from '../../projections/conventions.js';
import type { SddRow } from '../../projections/sdd.js';
import { inSlices } from '../inSlices.js';
import { type ArchiveSource, IN_PART, partParams } from './archivePart.js';
import { keysInPart } from './keysInPart.js';
import { lineInParts } from './lineInParts.js';

/** The lines of the conventions, by project and team, in parts. */
export async function* conventionsLines(source: ArchiveSource): AsyncGenerator<string> {
  for await (const { key, names } of ownersIn(source, 'conventions')) {
    const head: Omit<ConventionsLine, 'versions'> = { record: 'conventions', ...names };
    const versions = inSlices<ConventionsRow, ConventionsLine['versions'][number]>({
      ...rowsOf<ConventionsRow>(source, 'conventions', key),
      toItem: (_, { content, updated_at }) => ({ content, at: formatTime(updated_at) }),
    });
    yield* lineInParts<ConventionsLine, 'versions'>(head, 'versions', versions);
  }
}

/** The lines of the phases that each project entered, by project and team, in parts. */
export async function* phasesLines(source: ArchiveSource): AsyncGenerator<string> {
  for await (const { key, names } of ownersIn(source, 'sdd')) {
    const head: Omit<PhasesLine, 'phases'> = { record: 'phases', ...names };
    const phases = inSlices<SddRow, PhasesLine['phases'][number]>({
      ...rowsOf<SddRow>(source, 'sdd', key),
      toItem: (_, { phase, updated_at }) => ({ phase, at: formatTime(updated_at) }),
    });
    yield* lineInParts<PhasesLine, 'phases'>(head, 'phases', phases);
  }
}

/** Tables with a row for each thing that happened to a project, for a team or for all. */
type Table = 'conventions' | 'sdd';
type Row = Pick<SddRow, 'project' | 'project_key' | 'team' | 'wall' | 'position'>;
type Key = Pick<Row, 'project_key' | 'wall' | 'position'> & { readonly in_part: 0 | 1 };

/** Each project and team with rows, under the name that the last of them gives it. */
async function* ownersIn({ views, part }: ArchiveSource, table: Table) {
  const keys = keysInPart<Key>({
    views,
    after: (last) => ({
      sql: `SELECT project_key, wall, position, (position <= :as_of AND ${IN_PART}) AS in_part
            FROM ${table} WHERE (project_key, wall, position) > (:key, :after_wall, :after)
            ORDER BY project_key, wall, position`,
      params: {
        ...partParams(part),
        key: last?.project_key ?? '',
        after_wall: last?.wall ?? '',
        after: last?.position ?? 0,
      },
    }),
  });
  let last: Key | undefined;
  for await (const key of keys) {
    if (key.project_key === last?.project_key && key.wall === last.wall) continue;
    last = key;
    const newest = (await views()).get<Pick<Row, 'project' | 'team'>>(
      `SELECT project, team FROM ${table} WHERE project_key = :project AND wall = :wall
         AND position <= :as_of ORDER BY position DESC LIMIT 1`,
      { project: key.project_key, wall: key.wall, as_of: part.as_of },
    );
    if (newest) yield { key, names: { project: newest.project, team: newest.team ?? undefined } };
  }
}

function rowsOf<R extends Row>({ views, part }: ArchiveSource, table: Table, key: Key) {
  return {
    views,
    after: (open: Awaited<ReturnType<typeof views>>, last: R | undefined) =>
      open.each<R>(
        `SELECT * FROM ${table} WHERE project_key = :project AND wall = :wall
           AND position > :after AND position <= :as_of ORDER BY position`,
        {
          project: key.project_key,
          wall: key.wall,
          after: last?.position ?? 0,
          as_of: part.as_of,
        },
      ),
  };
}
