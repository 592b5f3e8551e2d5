import { decodeTime } from 'ulid';
import { canonicalUlid } from '../../domain/canonicalUlid.js';
import { eachRow, type PeerRow, skipAll } from '../eachRow.js';
import { noteRow } from '../noteRow.js';
import { listOf, neededText, neededTime, type PeerCells, textOf, timeOf } from '../peerCells.js';
import type { PeerLayout } from '../peerTables.js';
import { replacedIds, replacementsIn } from '../relations.js';
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

/** The columns that are read, and what Korva has for itself: telemetry, accounts, and hashes of notes. */
export const KORVA_LAYOUT: PeerLayout = {
  taken: {
    sessions: [
      ...['id', 'project', 'team', 'country', 'agent', 'goal', 'summary', 'started_at', 'ended_at'],
    ],
    observations: [
      ...['id', 'session_id', 'project', 'team', 'country', 'type', 'title', 'content', 'tags'],
      ...['author', 'created_at', 'topic_key', 'last_seen_at'],
    ],
    prompts: ['id', 'name', 'content', 'tags', 'created_at', 'updated_at'],
    openspec: ['project', 'content', 'updated_at'],
    sdd_state: ['project', 'phase', 'updated_at'],
    skills: ['id'],
    private_scrolls: ['id'],
    observation_relations: [
      ...['id', 'source_id', 'target_id', 'relation', 'status', 'judgment_status'],
    ],
  },
  told: ['skills', 'private_scrolls', 'observation_relations'],
  internal: [
    ...['cloud_', 'team_members', 'teams', 'audit_logs', 'skill_sync_log', 'skill_activations'],
    ...['mcp_calls', 'config_snapshots', 'harness_', 'project_sync_controls', 'member_', 'auth_'],
    ...['content_hash', 'working_dir', 'normalized_hash', 'duplicate_count'],
  ],
};

/** Reads Korva's data as lines: its sessions first, because notes name them. */
export async function* korvaRows(
  read: (table: KorvaTable) => AsyncIterable<PeerRow>,
): AsyncGenerator<SourceRow> {
  const sessions = new Map<string, string>();
  const { older, leftOut } = await replacementsIn(read('observation_relations'));
  const ids = await replacedIds(
    older,
    () => read('observations'),
    (cells) => ({
      keys: [keyOf(cells)],
      id: noteId(cells),
    }),
  );
  yield* eachRow(read('sessions'), (cells, row) => sessionOf(cells, row, sessions));
  yield* eachRow(read('observations'), (cells, row) =>
    noteOf(cells, row, sessions, ids.get(older.get(keyOf(cells)) ?? '')),
  );
  yield* eachRow(read('prompts'), promptOf);
  yield* eachRow(read('openspec'), conventionsOf);
  yield* eachRow(read('sdd_state'), phasesOf);
  yield* skipAll(read('skills'), 'a skill, which a vault does not have');
  yield* skipAll(read('private_scrolls'), 'held back: private in Korva');
  yield* leftOut;
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

const keyOf = (cells: PeerCells) => neededText(cells, 'id');
const noteTime = (cells: PeerCells) => neededTime(cells, 'created_at', 'last_seen_at');
const noteId = (cells: PeerCells) =>
  sourceId('korva', `observations/${keyOf(cells)}`, noteTime(cells));

function noteOf(
  cells: PeerCells,
  row: string,
  sessions: Map<string, string>,
  supersedes: string | undefined,
): SourceRow {
  const topic = textOf(cells, 'topic_key');
  const session = textOf(cells, 'session_id') ?? '';
  return noteRow({
    ...{ row, at: noteTime(cells), id: noteId(cells), supersedes },
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
