import { eachRow, type PeerRow, skipAll } from '../eachRow.js';
import { noteRow } from '../noteRow.js';
import { neededText, neededTime, type PeerCells, textOf, timeOf } from '../peerCells.js';
import { sessionRow } from '../sessionRow.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';

/** What engram keeps, in its database and in its export alike. */
export const ENGRAM_TABLES = ['sessions', 'observations', 'user_prompts'] as const;
export type EngramTable = (typeof ENGRAM_TABLES)[number];

const SOURCE = 'engram';

/** Reads engram's data as lines: its sessions first, because notes name them. */
export async function* engramRows(
  read: (table: EngramTable) => AsyncIterable<PeerRow>,
): AsyncGenerator<SourceRow> {
  const sessions = new Map<string, string>();
  yield* eachRow(read('sessions'), (cells, row) => sessionOf(cells, row, sessions));
  yield* eachRow(read('observations'), (cells, row) => noteOf(cells, row, sessions));
  yield* skipAll(read('user_prompts'), 'a prompt of a user, which a vault does not keep');
}

function sessionOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  const key = neededText(cells, 'id');
  const startedAt = neededTime(cells, 'started_at', 'ended_at');
  const id = sourceId(SOURCE, `sessions/${key}`, startedAt);
  const found = sessionRow({
    ...{ row, id, startedAt },
    project: textOf(cells, 'project'),
    summary: textOf(cells, 'summary'),
    endedAt: timeOf(cells, 'ended_at'),
  });
  // Only now: a note does not name a session that was skipped.
  sessions.set(key, id);
  return found;
}

function noteOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  if (textOf(cells, 'deleted_at') !== undefined) throw new UnreadableRow('deleted in engram');
  const key = neededText(cells, 'id');
  const at = neededTime(cells, 'created_at', 'updated_at');
  const named = (name: string, tag: string) => {
    const text = textOf(cells, name);
    return text && `${tag}:${text}`;
  };
  return noteRow({
    ...{ row, at, id: sourceId(SOURCE, `observations/${key}`, at) },
    type: neededText(cells, 'type'),
    title: textOf(cells, 'title'),
    content: textOf(cells, 'content'),
    tags: [named('scope', 'scope'), named('topic_key', 'topic'), named('tool_name', 'tool')],
    project: textOf(cells, 'project'),
    session: sessions.get(textOf(cells, 'session_id') ?? ''),
  });
}
