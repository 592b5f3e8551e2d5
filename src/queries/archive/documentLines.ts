import type {
  ArchiveLine,
  ConventionsLine,
  PhasesLine,
  PromptLine,
} from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import { type DocumentRow, type Documents, WALL_ORDER } from '../../projections/documents.js';
import { phaseOf } from '../documents.js';
import { inSlices } from '../inSlices.js';
import {
  type ArchiveSource,
  type ElementOf,
  IN_TEAM,
  keysInPart,
  type ListOf,
  lineInParts,
  partParams,
} from './archivePart.js';

/** The lines of the prompts, by name, in parts. Prompts belong to no project: an archive of one has none. */
export const promptLines = linesOf<PromptLine, 'versions'>('prompts', 'versions', {
  head: ({ id, name, team, created_at }) => ({
    record: 'prompt',
    id,
    name,
    team: team ?? undefined,
    created_at: formatTime(created_at),
  }),
  // Unchecked JSON: only the projection writes this column.
  state: (row) => ({ content: row.content, tags: JSON.parse(row.tags), at: timeOf(row) }),
});

/** The lines of the conventions, by project and team, in parts. */
export const conventionsLines = linesOf<ConventionsLine, 'versions'>('conventions', 'versions', {
  head: ({ name, team }) => ({ record: 'conventions', project: name, team: team ?? undefined }),
  state: (row) => ({ content: row.content, at: timeOf(row) }),
});

/** The lines of the phases that each project entered, by project and team, in parts. */
export const phasesLines = linesOf<PhasesLine, 'phases'>('sdd', 'phases', {
  head: ({ name, team }) => ({ record: 'phases', project: name, team: team ?? undefined }),
  state: (row) => ({ phase: phaseOf(row), at: timeOf(row) }),
});

const timeOf = ({ updated_at }: DocumentRow) => formatTime(updated_at);

/** What a kind of documents says in its lines. */
interface Said<Line, K extends keyof Line> {
  readonly head: (newest: Owner) => Omit<Line, K>;
  readonly state: (row: DocumentRow) => ElementOf<Line[K]>;
}

/** The lines of a kind of documents: one for each key and wall, with all its versions until that moment. */
function linesOf<Line extends ArchiveLine, K extends ListOf<Line> & string>(
  kind: Documents,
  list: K,
  { head, state }: Said<Line, K>,
): (source: ArchiveSource) => AsyncGenerator<string> {
  return async function* (source) {
    for await (const owner of ownersIn(source, kind)) {
      const states = inSlices<DocumentRow, ElementOf<Line[K]>>({
        views: source.views,
        after: (open, last) =>
          open.each<DocumentRow>(VERSIONS(kind), {
            key: owner.key,
            wall: owner.wall,
            after: last?.position ?? 0,
            as_of: source.part.as_of,
          }),
        toItem: (_, row) => state(row),
      });
      yield* lineInParts<Line, K>(head(owner), list, states);
    }
  };
}

/** SQL for every version of a document as it was then: with the tags that it had got until then. */
const VERSIONS = (kind: Documents) => `
  SELECT * FROM ${kind} AS of WHERE key = :key AND wall = :wall AND position > :after AND position <= :as_of
    AND NOT EXISTS (SELECT 1 FROM ${kind} AS later
                    WHERE later.stream = of.stream AND later.version = of.version
                      AND later.position > of.position AND later.position <= :as_of)
  ORDER BY position`;

type Key = Pick<DocumentRow, 'key' | 'wall' | 'position'> & { readonly in_part: 0 | 1 };
type Owner = Pick<DocumentRow, 'key' | 'wall' | 'id' | 'name' | 'team' | 'created_at'>;

/** Each key and wall with rows, under the name that the last of them gives it. */
async function* ownersIn(source: ArchiveSource, kind: Documents): AsyncGenerator<Owner> {
  const { views, part } = source;
  if (kind === 'prompts' && part.project !== undefined) return;
  const order = WALL_ORDER[kind];
  const keys = keysInPart<Key>(source, (last) => ({
    sql: `SELECT key, wall, position,
            (position <= :as_of AND ${IN_TEAM} AND (:project IS NULL OR key = :project)) AS in_part
          FROM ${kind} INDEXED BY ${kind}_by_key
          WHERE key >= :key AND (key > :key OR wall ${order === 'ASC' ? '>' : '<'} :behind
            OR (wall = :behind AND position > :after))
          ORDER BY key, wall ${order}, position`,
    params: {
      ...partParams(part),
      key: last?.key ?? '',
      behind: last?.wall ?? '',
      after: last?.position ?? 0,
    },
  }));
  let last: Key | undefined;
  for await (const key of keys) {
    if (key.key === last?.key && key.wall === last.wall) continue;
    last = key;
    const newest = (await views()).get<Owner>(
      `SELECT key, wall, id, name, team, created_at FROM ${kind}
       WHERE key = :key AND wall = :wall AND position <= :as_of ORDER BY position DESC LIMIT 1`,
      { key: key.key, wall: key.wall, as_of: part.as_of },
    );
    if (newest) yield newest;
  }
}
