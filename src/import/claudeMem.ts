import { noteRow, sessionRow } from './archiveLines.js';
import {
  type AskedColumn,
  openPeerDatabase,
  type PeerDatabase,
  type PeerLayout,
} from './peerDatabase.js';
import {
  eachRow,
  listOf,
  neededText,
  neededTime,
  objectOf,
  type PeerCells,
  skipAll,
  textOf,
  timeOf,
} from './peerRows.js';
import { fileAt } from './sourceFile.js';
import { type Source, type SourceRow, sourceId, UnreadableRow } from './sourceRow.js';

/**
 * The memory of claude-mem: its database (`~/.claude-mem/claude-mem.db`, with its write-ahead log), of any version, or the
 * directory that it is in. Throws a `Diagnostic` for anything else.
 */
export async function openClaudeMem(path: string): Promise<Source> {
  const database = await openPeerDatabase(
    fileAt(path, 'claude-mem.db'),
    'claude-mem',
    CLAUDE_MEM_LAYOUT,
  );
  const total = database.count(CLAUDE_MEM_TABLES);
  return {
    name: 'claude-mem',
    ...(total !== undefined && { total }),
    rows: () => claudeMemRows(database),
    close: database.close,
  };
}

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
  'session_id',
  'project',
  'platform_source',
  'custom_title',
  'user_prompt',
  'started_at',
  'started_at_epoch',
  'created_at',
  'created_at_epoch',
  'completed_at',
  'completed_at_epoch',
];
const NOTE = [
  'id',
  'memory_session_id',
  'sdk_session_id',
  'session_id',
  'project',
  'merged_into_project',
  'type',
  'title',
  'subtitle',
  'text',
  'narrative',
  'facts',
  'concepts',
  'files_read',
  'files_touched',
  'files_modified',
  'created_at',
  'created_at_epoch',
  'metadata',
  // Each of them may say that a note is to stay.
  'sensitivity',
  'visibility',
  'privacy',
  'sensitive',
  'private',
  'is_sensitive',
  'is_private',
];
const SUMMARY = [
  'id',
  'memory_session_id',
  'sdk_session_id',
  'session_id',
  'project',
  'merged_into_project',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
  'notes',
  'content',
  'created_at',
  'created_at_epoch',
];

/** Where the summaries of a session are, in all versions. */
export const SUMMARIES: readonly AskedColumn[] = [
  ['session_summaries', 'memory_session_id'],
  ['session_summaries', 'sdk_session_id'],
  ['overviews', 'session_id'],
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
    'schema_versions',
    'pending_messages',
    'streaming_sessions',
    'status',
    'worker_port',
    'prompt_counter',
    'prompt_number',
    'discovery_tokens',
    'content_hash',
    'agent_',
    'generated_by_model',
    'document_id',
    'source',
    'origin',
    'sync_',
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
    row,
    id,
    startedAt,
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

/** A row of `observations`, or of `memories`, which the first versions had. */
export function claudeMemNote(
  cells: PeerCells,
  row: string,
  table: string,
  session: string | undefined,
): SourceRow {
  holdBack(cells);
  const key = neededText(cells, 'id');
  const at = neededTime(cells, 'created_at_epoch', 'created_at');
  return noteRow({
    row,
    at,
    id: sourceId('claude-mem', `${table}/${key}`, at),
    session,
    type: textOf(cells, 'type') ?? 'context',
    title: textOf(cells, 'title') ?? textOf(cells, 'subtitle'),
    content: contentOf(cells),
    tags: listOf(cells, 'concepts'),
    // A worktree that was merged lives on as the project it was merged into.
    project: textOf(cells, 'merged_into_project') ?? textOf(cells, 'project'),
  });
}

/** The narrative, else the text; then the facts, and the files that it is about. */
function contentOf(cells: PeerCells): string | undefined {
  const subtitle = textOf(cells, 'title') === undefined ? undefined : textOf(cells, 'subtitle');
  const body = textOf(cells, 'narrative') ?? textOf(cells, 'text');
  const facts = listed(cells, 'facts').map((fact) => `- ${fact}`);
  const files = [
    ['Files read', [...listed(cells, 'files_read'), ...listed(cells, 'files_touched')]],
    ['Files changed', listed(cells, 'files_modified')],
  ] as const;
  const said = [subtitle, body, facts.join('\n')].filter((part) => part);
  // Files alone say nothing.
  if (said.length === 0) return undefined;
  const about = files.flatMap(([label, names]) =>
    names.length > 0 ? [`${label}: ${names.join(', ')}`] : [],
  );
  return [...said, about.join('\n')].filter((part) => part).join('\n\n');
}

const listed = (cells: PeerCells, name: string) =>
  listOf(cells, name)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const MARKS = ['sensitive', 'private'] as const;

/** What was marked as sensitive or private, in whichever way, does not leave claude-mem. */
function holdBack(cells: PeerCells): void {
  const metadata = objectOf(cells, 'metadata');
  const words = [
    cells.type,
    cells.sensitivity,
    cells.visibility,
    cells.privacy,
    metadata.type,
    metadata.sensitivity,
    metadata.visibility,
    metadata.privacy,
    ...listOf(cells, 'concepts'),
  ].map((word) =>
    String(word ?? '')
      .trim()
      .toLowerCase(),
  );
  const mark = MARKS.find(
    (one) =>
      words.includes(one) ||
      [cells[one], cells[`is_${one}`], metadata[one], metadata[`is_${one}`]].some(isOn),
  );
  if (mark !== undefined) throw new UnreadableRow(`held back: marked ${mark} in claude-mem`);
}

const isOn = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  ![false, 0, '', '0', 'false', 'no'].includes(value as '');

/** The parts of a summary, under the names that claude-mem shows. */
const PARTS = [
  ['Request', 'request'],
  ['Investigated', 'investigated'],
  ['Learned', 'learned'],
  ['Completed', 'completed'],
  ['Next steps', 'next_steps'],
  ['Notes', 'notes'],
] as const;

/**
 * What was summarised of a session, which may have been more than once, and when for the last time (in milliseconds since 1970);
 * undefined for a session without a summary.
 */
export function summaryOf(
  database: PeerDatabase,
  session: string,
): { readonly summary: string; readonly at: number | undefined } | undefined {
  const found = SUMMARIES.flatMap(([table, column]) => database.those(table, column, session));
  const texts = found.map(textOfSummary).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const times = found.map((cells) => timeOf(cells, 'created_at_epoch', 'created_at') ?? 0);
  const at = Math.max(...times);
  return { summary: texts.join('\n\n'), at: at > 0 ? at : undefined };
}

function textOfSummary(cells: PeerCells): string {
  const said = PARTS.flatMap(([label, name]) => {
    const text = textOf(cells, name);
    return text === undefined ? [] : [`${label}: ${text}`];
  });
  return (said.length > 0 ? said.join('\n') : textOf(cells, 'content')) ?? '';
}
