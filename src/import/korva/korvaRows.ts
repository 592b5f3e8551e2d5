import { decodeTime } from 'ulid';
import { canonicalUlid } from '../../domain/canonicalUlid.js';
import { eachRow, type PeerRow, skipAll } from '../eachRow.js';
import { noteRow } from '../noteRow.js';
import { listOf, neededText, neededTime, type PeerCells, textOf, timeOf } from '../peerCells.js';
import { sessionRow } from '../sessionRow.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { conventionsOf, phasesOf, promptOf } from './korvaProjects.js';

/** What is read of Korva; its telemetry and the accounts of its teams are not memory. */
export const KORVA_TABLES = [
  ...(['sessions', 'observations', 'prompts', 'openspec', 'sdd_state'] as const),
  ...(['skills', 'private_scrolls', 'observation_relations'] as const),
] as const;
export type KorvaTable = (typeof KORVA_TABLES)[number];

/** Reads Korva's data as lines: its sessions first, because notes name them. */
export async function* korvaRows(
  read: (table: KorvaTable) => AsyncIterable<PeerRow>,
): AsyncGenerator<SourceRow> {
  const sessions = new Map<string, string>();
  yield* eachRow(read('sessions'), (cells, row) => sessionOf(cells, row, sessions));
  yield* eachRow(read('observations'), (cells, row) => noteOf(cells, row, sessions));
  yield* eachRow(read('prompts'), promptOf);
  yield* eachRow(read('openspec'), conventionsOf);
  yield* eachRow(read('sdd_state'), phasesOf);
  yield* skipAll(read('skills'), 'a skill, which a vault does not have');
  yield* skipAll(read('private_scrolls'), 'held back: private in Korva');
  yield* skipAll(read('observation_relations'), 'a relation of two notes, which cannot be taken');
}

function sessionOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  const key = neededText(cells, 'id');
  const startedAt = neededTime(cells, 'started_at', 'ended_at');
  const id = sessionId(key) ?? sourceId('korva', `sessions/${key}`, startedAt);
  const found = sessionRow({
    ...{ row, id, startedAt },
    project: textOf(cells, 'project'),
    team: textOf(cells, 'team'),
    country: textOf(cells, 'country'),
    agent: textOf(cells, 'agent'),
    goal: textOf(cells, 'goal'),
    summary: textOf(cells, 'summary'),
    endedAt: timeOf(cells, 'ended_at'),
  });
  sessions.set(key, id);
  return found;
}

/** By the time that Korva's own id names: an export holds notes without their sessions, and they get the same ids. */
function sessionId(key: string): string | undefined {
  const ulid = canonicalUlid(key);
  return ulid && sourceId('korva', `sessions/${key}`, decodeTime(ulid));
}

function noteOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  const key = neededText(cells, 'id');
  const at = neededTime(cells, 'created_at', 'last_seen_at');
  const topic = textOf(cells, 'topic_key');
  const session = textOf(cells, 'session_id') ?? '';
  return noteRow({
    ...{ row, at, id: sourceId('korva', `observations/${key}`, at) },
    type: neededText(cells, 'type'),
    title: textOf(cells, 'title'),
    content: textOf(cells, 'content'),
    tags: [...listOf(cells, 'tags'), topic && `topic:${topic}`],
    project: textOf(cells, 'project'),
    team: textOf(cells, 'team'),
    country: textOf(cells, 'country'),
    author: textOf(cells, 'author'),
    session: sessions.get(session) ?? sessionId(session),
  });
}
