import { databaseSource, type PeerDatabase, type PeerLayout } from './peerDatabase.js';
import { noteRow, sessionRow } from './peerLines.js';
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
  unusedRows,
} from './peerRows.js';
import { fileAt } from './sourceFile.js';
import { type Source, type SourceRow, sourceId, UnreadableRow } from './sourceRow.js';

/**
 * The memory of claude-mem: its database (`~/.claude-mem/claude-mem.db`, with its write-ahead log), of any version, or the
 * directory that it is in. Throws a `Diagnostic` for anything else.
 */
export async function openClaudeMem(path: string): Promise<Source> {
  return databaseSource(fileAt(path, 'claude-mem.db'), 'claude-mem', LAYOUT, claudeMemRows);
}

const SESSION =
  'id content_session_id claude_session_id memory_session_id sdk_session_id session_id project platform_source ' +
  'custom_title user_prompt started_at started_at_epoch created_at created_at_epoch completed_at completed_at_epoch';
const NOTE =
  'id memory_session_id sdk_session_id session_id project merged_into_project type title subtitle text narrative facts ' +
  'concepts files_read files_touched files_modified created_at created_at_epoch metadata ' +
  // Each of them may say that a note is to stay.
  'sensitivity visibility privacy sensitive private is_sensitive is_private';
const SUMMARY =
  'id memory_session_id sdk_session_id session_id project merged_into_project request investigated learned completed ' +
  'next_steps notes content created_at created_at_epoch';

/**
 * The columns that are read of all versions, and what claude-mem has for itself: its work, and who did it. The first versions
 * had `sessions`, `memories` and `overviews`, and a database that was upgraded holds them as well.
 */
const LAYOUT: PeerLayout = {
  taken: {
    sdk_sessions: SESSION,
    sessions: SESSION,
    observations: NOTE,
    memories: NOTE,
    session_summaries: SUMMARY,
    overviews: SUMMARY,
    user_prompts: 'id',
  },
  // Summaries come with their sessions.
  counted: ['sdk_sessions', 'sessions', 'observations', 'memories', 'user_prompts'],
  told: 'user_prompts',
  internal:
    'schema_versions pending_messages streaming_sessions status worker_port prompt_counter prompt_number discovery_tokens ' +
    'content_hash agent_ generated_by_model document_id source origin sync_',
};

/** A row of a summary: its text, and when it was written (in milliseconds since 1970; 0 where that is not known). */
interface Summary {
  readonly row: string;
  readonly text: string;
  readonly at: number;
}

/** Reads the data of claude-mem as lines: its sessions with their summaries first, because notes name them. */
async function* claudeMemRows(database: PeerDatabase): AsyncGenerator<SourceRow> {
  const summaries = new Map<string, Summary[]>();
  const sessions = new Map<string, string>();
  const keep = (cells: PeerCells, row: string) => {
    const session = sessionKey(cells) ?? '';
    const at = timeOf(cells, 'created_at_epoch', 'created_at') ?? 0;
    const summary = { row, text: summaryOf(cells), at };
    const before = summaries.get(session);
    if (before) before.push(summary);
    else summaries.set(session, [summary]);
  };
  for (const table of ['session_summaries', 'overviews'])
    yield* await unusedRows(database.rows(table), keep);
  for (const table of ['sdk_sessions', 'sessions'])
    yield* eachRow(database.rows(table), (cells, row) =>
      sessionOf(cells, row, table, summaries, sessions),
    );
  for (const table of ['observations', 'memories'])
    yield* eachRow(database.rows(table), (cells, row) =>
      noteOf(cells, row, table, sessions.get(sessionKey(cells) ?? '')),
    );
  for (const [session, rows] of summaries)
    if (!sessions.has(session))
      for (const { row } of rows) yield { row, skipped: 'a summary whose session is missing' };
  yield* skipAll(
    database.rows('user_prompts'),
    'a prompt of a user: a vault does not store prompts of users',
  );
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
  summaries: ReadonlyMap<string, readonly Summary[]>,
  sessions: Map<string, string>,
): SourceRow {
  const known = ['content_session_id', 'claude_session_id', 'session_id'];
  const key = neededText(cells, known.find((name) => name in cells) ?? 'id');
  const startedAt = neededTime(cells, 'started_at_epoch', 'started_at', 'created_at_epoch');
  const id = sourceId('claude-mem', `${table}/${key}`, startedAt);
  const named = sessionKey(cells);
  const said = (named !== undefined && summaries.get(named)) || [];
  const texts = said.map(({ text }) => text).filter((text) => text !== '');
  // There may be more than one summary; the last time that is known is the end.
  const saidAt = texts.length === 0 ? 0 : Math.max(...said.map(({ at }) => at));
  const found = sessionRow({
    row,
    id,
    startedAt,
    project: textOf(cells, 'project'),
    agent: textOf(cells, 'platform_source'),
    goal: textOf(cells, 'custom_title') ?? textOf(cells, 'user_prompt'),
    summary: texts.length === 0 ? undefined : texts.join('\n\n'),
    endedAt: timeOf(cells, 'completed_at_epoch', 'completed_at') ?? (saidAt || undefined),
  });
  // A session that has not said anything yet has no name for notes.
  if (named !== undefined) sessions.set(named, id);
  return found;
}

/** A row of `observations`, or of `memories`, which the first versions had. */
function noteOf(
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
  const said = ['type', 'sensitivity', 'visibility', 'privacy'].flatMap((name) => [
    cells[name],
    metadata[name],
  ]);
  const words = [...said, ...listOf(cells, 'concepts')].map((word) => {
    return String(word ?? '')
      .trim()
      .toLowerCase();
  });
  const mark = MARKS.find(
    (one) =>
      words.includes(one) ||
      [cells[one], cells[`is_${one}`], metadata[one], metadata[`is_${one}`]].some(isOn),
  );
  if (mark !== undefined) throw new UnreadableRow(`not imported: marked ${mark} in claude-mem`);
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

function summaryOf(cells: PeerCells): string {
  const said = PARTS.flatMap(([label, name]) => {
    const text = textOf(cells, name);
    return text === undefined ? [] : [`${label}: ${text}`];
  });
  return (said.length > 0 ? said.join('\n') : textOf(cells, 'content')) ?? '';
}
