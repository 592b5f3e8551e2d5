import type { NoteLine, NoteState, SessionLine } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import { type ObservationRow, tagsOf } from '../../projections/observationRow.js';
import type { SessionRow } from '../../projections/sessions.js';
import type { ReadModels } from '../../views/readModels.js';
import { inSlices } from '../inSlices.js';
import { linksOf } from '../observationOf.js';
import { sessionAsOf } from '../sessions.js';
import { CURRENT_AS_OF } from '../visible.js';
import {
  type ArchivePart,
  type ArchiveSource,
  IN_PART,
  keysInPart,
  lineInParts,
  partParams,
  wholeLine,
} from './archivePart.js';
import { conventionsLines, phasesLines, promptLines } from './documentLines.js';

/** The read models that an archive is read from, in its order. */
export const ARCHIVED = ['sessions', 'observations', 'prompts', 'conventions', 'sdd'] as const;

const LINES = {
  sessions: sessionLines,
  observations: noteLines,
  prompts: promptLines,
  conventions: conventionsLines,
  sdd: phasesLines,
} satisfies Record<(typeof ARCHIVED)[number], (source: ArchiveSource) => AsyncGenerator<string>>;

/**
 * Everything that a vault knew at a moment, as archive lines (NDJSON) in parts: sessions, notes, prompts, conventions,
 * phases, each by id or name. Equal vaults give equal bytes. Nothing is read before it is asked for.
 */
export async function* archiveLines(
  readModels: Pick<ReadModels, 'current'>,
  part: ArchivePart,
): AsyncGenerator<string> {
  for (const name of ARCHIVED) {
    yield* LINES[name]({ views: () => readModels.current(name), part });
  }
}

type NoteKey = Pick<ObservationRow, 'id' | 'position'> & { readonly in_part: 0 | 1 };

/** The lines of the notes, by id, in parts. */
async function* noteLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  // The rows that were the current revisions of their notes.
  const keys = keysInPart<NoteKey>(source, (last) => ({
    sql: `SELECT id, position, (${CURRENT_AS_OF} AND ${IN_PART}) AS in_part
          FROM observations INDEXED BY observations_by_id
          WHERE (id, position) > (:id, :after) ORDER BY id, position`,
    params: { ...partParams(part), id: last?.id ?? '', after: last?.position ?? 0 },
  }));
  for await (const { position } of keys) {
    const open = await views();
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = open.get<ObservationRow>(query, [position]);
    // Gone where it was forgotten since its key was read.
    if (!row) continue;
    const { supersedes, pinned } = linksOf(open, row.id, part);
    const head = { ...noteHead(row), supersedes, pinned };
    if (row.revision === 1) yield wholeLine(head);
    else yield* lineInParts<NoteLine, 'revisions'>(head, 'revisions', states(source, row));
  }
}

/** All revisions of a note up to this one. */
function states({ views }: ArchiveSource, { id, position }: ObservationRow) {
  return inSlices<ObservationRow, NoteState>({
    views,
    after: (open, last) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations WHERE id = :id AND position > :after AND position <= :last
         ORDER BY position`,
        { id, after: last?.position ?? 0, last: position },
      ),
    toItem: (_, row) => ({ ...saidIn(row), at: formatTime(row.recorded_at) }),
  });
}

function noteHead(row: ObservationRow): NoteLine {
  return {
    record: 'note',
    id: row.id,
    ...saidIn(row),
    project: row.project ?? undefined,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    author: row.author ?? undefined,
    session_id: row.session_id ?? undefined,
    created_at: formatTime(row.created_at),
  };
}

const saidIn = (row: ObservationRow) => ({
  type: row.type,
  title: row.title,
  content: row.content,
  tags: [...tagsOf(row)],
});

type SessionKey = Pick<SessionRow, 'id'> & { readonly in_part: 0 | 1 };

/** The lines of the work sessions, by id. */
async function* sessionLines(source: ArchiveSource): AsyncGenerator<string> {
  const { views, part } = source;
  const keys = keysInPart<SessionKey>(source, (last) => ({
    sql: `SELECT id, (position <= :as_of AND ${IN_PART}) AS in_part FROM sessions
          WHERE id > :id ORDER BY id`,
    params: { ...partParams(part), id: last?.id ?? '' },
  }));
  for await (const { id } of keys) {
    const row = (await views()).get<SessionRow>('SELECT * FROM sessions WHERE id = ?', [id]);
    if (row) yield wholeLine(sessionLine(sessionAsOf(row, part.as_of)));
  }
}

function sessionLine(row: SessionRow): SessionLine {
  return {
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
  };
}
