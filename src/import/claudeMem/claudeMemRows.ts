import { eachRow, skipAll } from '../eachRow.js';
import { neededText, neededTime, type PeerCells, textOf, timeOf } from '../peerCells.js';
import type { PeerDatabase } from '../peerDatabase.js';
import type { PeerLayout } from '../peerTables.js';
import { sessionRow } from '../sessionRow.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { claudeMemNote } from './claudeMemNote.js';
import { SUMMARIES, summaryOf } from './summaryOf.js';

/**
 * The tables whose rows come one by one; summaries come with their sessions. The first versions had `sessions`, `memories` and
 * `overviews`, and a database that was upgraded holds them as well.
 */
export const CLAUDE_MEM_TABLES = [
  'sdk_sessions',
  'sessions',
  'observations',
  'memories',
  'user_prompts',
] as const;

const SESSION = [
  'id',
  'content_session_id',
  'claude_session_id',
  'memory_session_id',
  'sdk_session_id',
];
const SESSION_SAYS = [
  ...['session_id', 'project', 'platform_source', 'custom_title', 'user_prompt', 'started_at'],
  ...['started_at_epoch', 'created_at', 'created_at_epoch', 'completed_at', 'completed_at_epoch'],
];
const NOTE = [
  ...['id', 'memory_session_id', 'sdk_session_id', 'session_id', 'project', 'merged_into_project'],
  ...['type', 'title', 'subtitle', 'text', 'narrative', 'facts', 'concepts', 'files_read'],
  ...['files_touched', 'files_modified', 'created_at', 'created_at_epoch', 'metadata'],
  // Each of them may say that a note is to stay.
  ...['sensitivity', 'visibility', 'privacy', 'sensitive', 'private', 'is_sensitive', 'is_private'],
];
const SUMMARY = [
  ...['id', 'memory_session_id', 'sdk_session_id', 'session_id', 'project', 'merged_into_project'],
  ...['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes', 'content'],
  ...['created_at', 'created_at_epoch'],
];

/** The columns that are read of all versions, and what claude-mem has for itself: its work, and who did it. */
export const CLAUDE_MEM_LAYOUT: PeerLayout = {
  taken: {
    sdk_sessions: [...SESSION, ...SESSION_SAYS],
    sessions: [...SESSION, ...SESSION_SAYS],
    observations: NOTE,
    memories: NOTE,
    session_summaries: SUMMARY,
    overviews: SUMMARY,
    user_prompts: ['id'],
  },
  told: ['user_prompts'],
  internal: [
    ...['schema_versions', 'pending_messages', 'streaming_sessions', 'status', 'worker_port'],
    ...['prompt_counter', 'prompt_number', 'discovery_tokens', 'content_hash', 'agent_'],
    ...['generated_by_model', 'document_id', 'source', 'origin', 'sync_'],
  ],
  asked: SUMMARIES,
};

/** Reads the data of claude-mem as lines: its sessions with their summaries first, because notes name them. */
export async function* claudeMemRows(database: PeerDatabase): AsyncGenerator<SourceRow> {
  const sessions = new Map<string, string>();
  for (const table of ['sdk_sessions', 'sessions']) {
    yield* eachRow(database.rows(table), (cells, row) =>
      sessionOf(cells, row, table, database, sessions),
    );
  }
  for (const table of ['observations', 'memories']) {
    yield* eachRow(database.rows(table), (cells, row) =>
      claudeMemNote(cells, row, table, sessions.get(sessionKey(cells) ?? '')),
    );
  }
  for (const table of ['session_summaries', 'overviews']) {
    for await (const found of database.rows(table)) {
      if ('damage' in found) yield { row: found.row, skipped: found.damage };
      else if (!sessions.has(sessionKey(found.cells) ?? ''))
        yield { row: found.row, skipped: 'a summary whose session is missing' };
      // Else it is in the line of its session.
    }
  }
  yield* skipAll(database.rows('user_prompts'), 'a prompt of a user, which a vault does not keep');
  yield* database.leftOut();
}

/** What notes and summaries call their session, by the name that the column has in each version. */
function sessionKey(cells: PeerCells): string | undefined {
  const name = ['memory_session_id', 'sdk_session_id', 'session_id'].find((one) => one in cells);
  const value = name === undefined ? undefined : cells[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function sessionOf(
  cells: PeerCells,
  row: string,
  table: string,
  database: PeerDatabase,
  sessions: Map<string, string>,
): SourceRow {
  const known = ['content_session_id', 'claude_session_id', 'session_id'];
  const key = neededText(cells, known.find((name) => name in cells) ?? 'id');
  const startedAt = neededTime(cells, 'started_at_epoch', 'started_at', 'created_at_epoch');
  const id = sourceId('claude-mem', `${table}/${key}`, startedAt);
  const named = sessionKey(cells);
  const said = named === undefined ? undefined : summaryOf(database, named);
  const found = sessionRow({
    ...{ row, id, startedAt },
    project: textOf(cells, 'project'),
    agent: textOf(cells, 'platform_source'),
    goal: textOf(cells, 'custom_title') ?? textOf(cells, 'user_prompt'),
    summary: said?.summary,
    endedAt: timeOf(cells, 'completed_at_epoch', 'completed_at') ?? said?.at,
  });
  // A session that has not said anything yet has no name for notes.
  if (named !== undefined) sessions.set(named, id);
  return found;
}
