import type { SessionLine } from '../../domain/archive/archiveLine.js';
import { formatTime } from '../../domain/time.js';
import type { SessionRow } from '../../projections/sessions.js';
import { sessionAsOf } from '../sessions.js';
import { type ArchiveSource, IN_PART, partParams } from './archivePart.js';
import { keysInPart } from './keysInPart.js';
import { wholeLine } from './lineInParts.js';

type Key = Pick<SessionRow, 'id'> & { readonly in_part: 0 | 1 };

/** The lines of the work sessions, by id. */
export async function* sessionLines({ views, part }: ArchiveSource): AsyncGenerator<string> {
  const keys = keysInPart<Key>({
    views,
    after: (last) => ({
      sql: `SELECT id, (position <= :as_of AND ${IN_PART}) AS in_part FROM sessions
            WHERE id > :id ORDER BY id`,
      params: { ...partParams(part), id: last?.id ?? '' },
    }),
  });
  for await (const { id } of keys) {
    const row = (await views()).get<SessionRow>('SELECT * FROM sessions WHERE id = ?', [id]);
    if (row) yield wholeLine(lineOf(sessionAsOf(row, part.as_of)));
  }
}

function lineOf(row: SessionRow): SessionLine {
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
