import type {
  ArchiveLine,
  ConventionsLine,
  NoteLine,
  NoteState,
  PhasesLine,
  PromptLine,
  SessionLine,
} from '../domain/archive/archiveLine.js';
import { type Visibility, wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import { formatTime } from '../domain/time.js';
import { type DocumentRow, type Documents, WALL_ORDER } from '../projections/documents.js';
import {
  anchorsOf,
  type ObservationRow,
  type ProposalRow,
  tagsOf,
} from '../projections/observationRow.js';
import type { BoundRow } from '../projections/repositories.js';
import type { SessionRow } from '../projections/sessions.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { phaseOf } from './documents.js';
import { inSlices, type Slices } from './inSlices.js';
import { holdingTimes, linksOf } from './observationOf.js';
import { sessionAsOf } from './sessions.js';
import { type AsOf, CURRENT_AS_OF, NO_PROJECT, visible, visibleTo } from './visible.js';

/** Which part of a vault an archive holds; without a project or a team, all that the caller may see. */
interface ArchivePart {
  readonly sees: Visibility;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  /** The archive shows the vault after this event. */
  readonly as_of: AsOf;
}

/** What the lines of an archive are read from. */
interface ArchiveSource {
  /** Called again for each read, because a rebuild may replace the file between two of them. */
  readonly views: () => Promise<Sql>;
  readonly part: ArchivePart;
}

/** The read models that an archive is read from, in its order. */
export const ARCHIVED = [
  'repositories',
  'sessions',
  'observations',
  'prompts',
  'conventions',
  'sdd',
] as const;

/**
 * Everything that a vault knew at a moment, as archive lines (NDJSON) in parts: repositories in the order in which they were bound; then
 * sessions, notes, those that are proposed now, prompts, conventions, phases, each by id or name. Equal vaults give equal bytes. Nothing is read before it is asked for.
 */
export async function* archiveLines(
  readModels: Pick<ReadModels, 'current'>,
  part: ArchivePart,
): AsyncGenerator<string> {
  for (const name of ARCHIVED) {
    const source = { views: () => readModels.current(name), part };
    if (name === 'repositories') yield* repositoryLines(source);
    else if (name === 'sessions') yield* sessionLines(source);
    else if (name === 'observations') {
      yield* noteLines(source);
      yield* proposalLines(source);
    } else yield* documentLines(source, name);
  }
}

/** The lines of what is bound, in the order of the log: of two repositories of one name, it counts which was first. */
async function* repositoryLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views } = source;
  const keys = keysInPart<Key<BoundRow, 'position'>>(
    source,
    `SELECT position, (position <= :as_of AND ${IN_PART}
       AND NOT EXISTS (SELECT 1 FROM repositories AS later WHERE later.key = bound.key AND later.wall = bound.wall
         AND later.position > bound.position AND later.position <= :as_of)) AS in_part
     FROM repositories AS bound WHERE position > :after ORDER BY position`,
    (last) => ({ after: last?.position ?? 0 }),
  );
  for await (const { position } of keys) {
    const query = 'SELECT * FROM repositories WHERE position = ?';
    const row = (await views()).get<BoundRow>(query, [position]);
    if (!row) continue;
    const { repository, project, team } = row;
    yield lineOf({ record: 'repository', repository, project, team: team ?? undefined });
  }
}

/** The lines of the work sessions, by id. */
async function* sessionLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  const keys = keysInPart<Key<SessionRow, 'id'>>(
    source,
    `SELECT id, (position <= :as_of AND ${IN_PART}) AS in_part FROM sessions WHERE id > :id ORDER BY id`,
    (last) => ({ id: last?.id ?? '' }),
  );
  for await (const { id } of keys) {
    const row = (await views()).get<SessionRow>('SELECT * FROM sessions WHERE id = ?', [id]);
    if (row) yield lineOf(sessionLine(sessionAsOf(row, part.as_of)));
  }
}

const sessionLine = (row: SessionRow): SessionLine => ({
  record: 'session',
  id: row.id,
  project: row.project,
  team: row.team ?? undefined,
  country: row.country ?? undefined,
  agent: row.agent ?? undefined,
  goal: row.goal ?? undefined,
  client_ref: row.client_ref ?? undefined,
  started_at: formatTime(row.started_at),
  ended_at: row.ended_at === null ? undefined : formatTime(row.ended_at),
  summary: row.summary ?? undefined,
  state: row.state,
});

/** The lines of the notes that are proposed, by id. */
async function* proposalLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views } = source;
  const keys = keysInPart<Key<ProposalRow, 'id'>>(
    source,
    `SELECT id, (first <= :as_of AND ${IN_PART}) AS in_part FROM proposals WHERE id > :id ORDER BY id`,
    (last) => ({ id: last?.id ?? '' }),
  );
  for await (const { id } of keys) {
    const row = (await views()).get<ProposalRow>('SELECT * FROM proposals WHERE id = ?', [id]);
    const supersedes = row?.supersedes ?? undefined;
    if (row) yield lineOf({ ...noteHead(row), supersedes, state: 'proposed' });
  }
}

/** The lines of the notes, by id, in parts. */
async function* noteLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  // The rows that were the current revisions of their notes.
  const keys = keysInPart<Key<ObservationRow, 'id' | 'position'>>(
    source,
    `SELECT id, position, (${CURRENT_AS_OF} AND ${IN_PART}) AS in_part
     FROM observations INDEXED BY observations_by_id
     WHERE (id, position) > (:id, :after) ORDER BY id, position`,
    (last) => ({ id: last?.id ?? '', after: last?.position ?? 0 }),
  );
  for await (const { position } of keys) {
    const open = await views();
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = open.get<ObservationRow>(query, [position]);
    // Gone where it was forgotten since its key was read.
    if (!row) continue;
    const { supersedes, pinned } = linksOf(open, row.id, part);
    const head = { ...noteHead(row), supersedes, pinned };
    if (row.revision === 1) {
      yield lineOf(head);
      continue;
    }
    const revisions = inSlices<ObservationRow, NoteState>({
      views,
      after: (sql, last) =>
        sql.each<ObservationRow>(
          `SELECT * FROM observations WHERE id = :id AND position > :after AND position <= :position
           ORDER BY position`,
          { id: row.id, after: last?.position ?? 0, position },
        ),
      toItem: (_, revision) => ({ ...saidIn(revision), at: formatTime(revision.recorded_at) }),
    });
    yield* lineInParts(head, 'revisions', revisions);
  }
}

const noteHead = (row: ObservationRow): NoteLine => ({
  record: 'note',
  id: row.id,
  ...saidIn(row),
  project: row.project ?? undefined,
  team: row.team ?? undefined,
  country: row.country ?? undefined,
  author: row.author ?? undefined,
  session_id: row.session_id ?? undefined,
  created_at: formatTime(row.created_at),
});

const saidIn = (row: ObservationRow) => ({
  type: row.type,
  title: row.title,
  content: row.content,
  tags: [...tagsOf(row)],
  ...(row.anchors !== null && { anchors: [...anchorsOf(row)] }),
  ...holdingTimes(row),
});

/** A key and a wall with rows, under the name that the last of them gives it. */
type Owner = Pick<DocumentRow, 'key' | 'wall' | 'id' | 'name' | 'team' | 'created_at'>;
type VersionOf<Line extends { readonly versions: readonly object[] }> = Line['versions'][number];

/** What the line of a document begins with, what it says of each version, and what the list of them is called. */
const DOCUMENTS = {
  prompts: {
    head: ({ id, name, team, created_at }: Owner): Omit<PromptLine, 'versions'> => ({
      record: 'prompt',
      id,
      name,
      team: team ?? undefined,
      created_at: formatTime(created_at),
    }),
    list: 'versions',
    // Unchecked JSON: only the projection writes this column.
    state: (row: DocumentRow): VersionOf<PromptLine> => ({
      content: row.content,
      tags: JSON.parse(row.tags),
      at: formatTime(row.updated_at),
    }),
  },
  conventions: {
    head: ({ name, team }: Owner): Omit<ConventionsLine, 'versions'> => ({
      record: 'conventions',
      project: name,
      team: team ?? undefined,
    }),
    list: 'versions',
    state: ({ content, updated_at }: DocumentRow): VersionOf<ConventionsLine> => ({
      content,
      at: formatTime(updated_at),
    }),
  },
  sdd: {
    head: ({ name, team }: Owner): Omit<PhasesLine, 'phases'> => ({
      record: 'phases',
      project: name,
      team: team ?? undefined,
    }),
    list: 'phases',
    state: (row: DocumentRow): PhasesLine['phases'][number] => ({
      phase: phaseOf(row),
      at: formatTime(row.updated_at),
    }),
  },
};

/** The lines of a kind of documents, by key and wall: all versions until that moment, each with the tags that it had then. */
async function* documentLines(source: ArchiveSource, kind: Documents): AsyncGenerator<string> {
  const { views, part } = source;
  const { head, list, state } = DOCUMENTS[kind];
  // They belong to no project.
  if (kind === 'prompts' && part.project !== undefined) return;
  const order = WALL_ORDER[kind];
  const keys = keysInPart<Key<DocumentRow, 'key' | 'wall' | 'position'>>(
    source,
    `SELECT key, wall, position,
       (position <= :as_of AND ${IN_TEAM} AND (:project IS NULL OR key = :project)) AS in_part
     FROM ${kind} INDEXED BY ${kind}_by_key
     WHERE key >= :key AND (key > :key OR wall ${order === 'ASC' ? '>' : '<'} :behind
       OR (wall = :behind AND position > :after))
     ORDER BY key, wall ${order}, position`,
    (last) => ({ key: last?.key ?? '', behind: last?.wall ?? '', after: last?.position ?? 0 }),
  );
  let before: Pick<DocumentRow, 'key' | 'wall'> | undefined;
  for await (const { key, wall } of keys) {
    if (key === before?.key && wall === before.wall) continue;
    before = { key, wall };
    const of = { key, wall, as_of: part.as_of };
    const owner = (await views()).get<Owner>(
      `SELECT key, wall, id, name, team, created_at FROM ${kind}
       WHERE key = :key AND wall = :wall AND position <= :as_of ORDER BY position DESC LIMIT 1`,
      of,
    );
    if (!owner) continue;
    const versions = inSlices<DocumentRow, object>({
      views,
      after: (open, last) =>
        open.each<DocumentRow>(
          `SELECT * FROM ${kind} AS of
           WHERE key = :key AND wall = :wall AND position > :after AND position <= :as_of
             AND NOT EXISTS (SELECT 1 FROM ${kind} AS later
                             WHERE later.stream = of.stream AND later.version = of.version
                               AND later.position > of.position AND later.position <= :as_of)
           ORDER BY position`,
          { ...of, after: last?.position ?? 0 },
        ),
      toItem: (_, row) => state(row),
    });
    yield* lineInParts(head(owner), list, versions);
  }
}

/** The columns of a row by which it is found, and whether it is in the part. */
type Key<Row, K extends keyof Row> = Pick<Row, K> & { readonly in_part: 0 | 1 };

/** SQL for a row with a column `wall`: holds in this part. `keysInPart` gives the parameters. */
const IN_TEAM = `${visible('', NO_PROJECT)} AND (:team IS NULL OR wall = :team)`;

/** The same for a row that also has a column `project_key`. */
const IN_PART = `${IN_TEAM} AND (:project IS NULL OR project_key = :project)`;

/**
 * The keys that are in the part, in the order of an index: `sql` selects the rows behind `last`, in part or not, without
 * their texts, and says by `in_part` which are. Those that are not are passed in slices as well: where the project is small and
 * the vault is large, SQLite would look at a million rows in one turn to find the next one.
 */
async function* keysInPart<Row extends { readonly in_part: 0 | 1 }>(
  { views, part: { sees, project, team, as_of } }: ArchiveSource,
  sql: string,
  behind: (last: Row | undefined) => Readonly<Record<string, string | number>>,
): AsyncGenerator<Row> {
  const params = {
    ...visibleTo(sees),
    team: team === undefined ? null : wallOf(team),
    project: project === undefined ? null : projectKey(project),
    as_of,
  };
  const slices = inSlices<Row, Row>({
    views,
    after: (open, last) => open.each<Row>(sql, { ...params, ...behind(last) }),
    toItem: (_, row) => row,
  });
  for await (const slice of slices) yield* slice.filter((row) => row.in_part === 1);
}

/** An archive line as it is sent. */
const lineOf = (line: ArchiveLine) => `${JSON.stringify(line)}\n`;

/**
 * A line of which one list, its last member, is made while it is sent: all versions of a prompt may be longer than any text
 * can be. None where the thing was forgotten meanwhile.
 */
async function* lineInParts(
  head: object,
  list: string,
  slices: Slices<object>,
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
