import type { ConventionsLine, PhasesLine, PromptLine } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import type { ConventionsRow, PromptRow, SddRow } from '../../projections/documents.js';
import { inSlices } from '../inSlices.js';
import {
  type ArchiveSource,
  IN_PART,
  IN_TEAM,
  keysInPart,
  lineInParts,
  partParams,
} from './archivePart.js';

type PromptKey = Pick<
  PromptRow,
  'name' | 'wall' | 'version' | 'position' | 'stream' | 'id' | 'team' | 'created_at'
> & {
  readonly in_part: 0 | 1;
};

/** The lines of the prompts, by name, in parts. Prompts belong to no project: an archive of one has none. */
export async function* promptLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  if (part.project !== undefined) return;
  const keys = keysInPart<PromptKey>({
    views,
    after: (last) => ({
      sql: `SELECT name, wall, version, position, stream, id, team, created_at,
              (position <= :as_of AND ${IN_TEAM}) AS in_part
            FROM prompts INDEXED BY prompts_by_name
            WHERE name >= :name AND (name > :name OR wall < :before
              OR (wall = :before AND (version, position) > (:version, :after)))
            ORDER BY name, wall DESC, version, position`,
      params: {
        ...partParams(part),
        name: last?.name ?? '',
        before: last?.wall ?? '',
        version: last?.version ?? 0,
        after: last?.position ?? 0,
      },
    }),
  });
  let last = '';
  for await (const key of keys) {
    if (key.stream === last) continue;
    last = key.stream;
    yield* lineInParts<PromptLine, 'versions'>(
      promptHead(key),
      'versions',
      promptVersions(source, last),
    );
  }
}

function promptHead(key: PromptKey): Omit<PromptLine, 'versions'> {
  const { id, name, created_at } = key;
  const team = key.team ?? undefined;
  return { record: 'prompt', id, name, team, created_at: formatTime(created_at) };
}

/** Every version as it was then: with the tags that it had got until then. */
function promptVersions({ views, part }: ArchiveSource, stream: string) {
  return inSlices<PromptRow, PromptLine['versions'][number]>({
    views,
    after: (open, last) =>
      open.each<PromptRow>(
        `SELECT * FROM prompts AS of WHERE stream = :stream AND version > :after AND position <= :as_of
           AND NOT EXISTS (SELECT 1 FROM prompts AS later
                           WHERE later.stream = of.stream AND later.version = of.version
                             AND later.position > of.position AND later.position <= :as_of)
         ORDER BY version`,
        { stream, after: last?.version ?? 0, as_of: part.as_of },
      ),
    toItem: (_, { content, tags, updated_at }) => ({
      content,
      // Unchecked JSON: only the projection writes this column.
      tags: JSON.parse(tags),
      at: formatTime(updated_at),
    }),
  });
}

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
type OwnerKey = Pick<Row, 'project_key' | 'wall' | 'position'> & { readonly in_part: 0 | 1 };

/** Each project and team with rows, under the name that the last of them gives it. */
async function* ownersIn({ views, part }: ArchiveSource, table: Table) {
  const keys = keysInPart<OwnerKey>({
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
  let last: OwnerKey | undefined;
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

function rowsOf<R extends Row>({ views, part }: ArchiveSource, table: Table, key: OwnerKey) {
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
