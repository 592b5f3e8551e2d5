import type { PromptLine } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import type { PromptRow } from '../../projections/prompts.js';
import { inSlices } from '../inSlices.js';
import { type ArchiveSource, IN_TEAM, partParams } from './archivePart.js';
import { keysInPart } from './keysInPart.js';
import { lineInParts } from './lineInParts.js';

type Key = Pick<
  PromptRow,
  'name' | 'wall' | 'version' | 'position' | 'stream' | 'id' | 'team' | 'created_at'
> & {
  readonly in_part: 0 | 1;
};

/** The lines of the prompts, by name, in parts. Prompts belong to no project: an archive of one has none. */
export async function* promptLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  if (part.project !== undefined) return;
  const keys = keysInPart<Key>({
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
    yield* lineInParts<PromptLine, 'versions'>(headOf(key), 'versions', versions(source, last));
  }
}

function headOf(key: Key): Omit<PromptLine, 'versions'> {
  const { id, name, created_at } = key;
  const team = key.team ?? undefined;
  return { record: 'prompt', id, name, team, created_at: formatTime(created_at) };
}

/** Every version as it was then: with the tags that it had got until then. */
function versions({ views, part }: ArchiveSource, stream: string) {
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
