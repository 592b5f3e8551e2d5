import type { NoteLine, NoteState } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import { type ObservationRow, tagsOf } from '../../projections/observationRow.js';
import { CURRENT_AS_OF } from '../asOf.js';
import { inSlices } from '../inSlices.js';
import { linksOf } from '../noteLinks.js';
import { type ArchiveSource, IN_PART, partParams } from './archivePart.js';
import { keysInPart } from './keysInPart.js';
import { lineInParts, wholeLine } from './lineInParts.js';

type Key = Pick<ObservationRow, 'id' | 'position'> & { readonly in_part: 0 | 1 };

/** The lines of the notes, by id, in parts. */
export async function* noteLines(source: ArchiveSource): AsyncGenerator<string> {
  for await (const { position } of keysOf(source)) {
    const open = await source.views();
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = open.get<ObservationRow>(query, [position]);
    // Gone where it was forgotten since its key was read.
    if (!row) continue;
    const { supersedes, pinned } = linksOf(open, row.id, source.part);
    const head = { ...headOf(row), supersedes, pinned };
    if (row.revision === 1) yield wholeLine(head);
    else yield* lineInParts<NoteLine, 'revisions'>(head, 'revisions', states(source, row));
  }
}

/** The rows that were the current revisions of their notes. */
function keysOf({ views, part }: ArchiveSource) {
  return keysInPart<Key>({
    views,
    after: (last) => ({
      sql: `SELECT id, position, (${CURRENT_AS_OF} AND ${IN_PART}) AS in_part
            FROM observations INDEXED BY observations_by_id
            WHERE (id, position) > (:id, :after) ORDER BY id, position`,
      params: { ...partParams(part), id: last?.id ?? '', after: last?.position ?? 0 },
    }),
  });
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

function headOf(row: ObservationRow): NoteLine {
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
