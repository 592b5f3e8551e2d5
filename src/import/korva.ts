import { decodeTime } from 'ulid';
import { SDD_PHASES } from '../domain/sdd.js';
import { canonicalUlid } from '../domain/ulid.js';
import { fittedRow } from './fitting.js';
import { databaseSource, type PeerLayout } from './peerDatabase.js';
import { noteRow, sessionRow, timeText } from './peerLines.js';
import {
  eachRow,
  listOf,
  neededText,
  neededTime,
  type PeerCells,
  type PeerRow,
  skipAll,
  textOf,
  timeOf,
} from './peerRows.js';
import { replacedIds, replacementsIn } from './relations.js';
import { fileAt, lookAt, ndjsonRows, onDisk, wrongFile } from './sourceFile.js';
import { type Source, type SourceRow, sourceId, UnreadableRow } from './sourceRow.js';

/**
 * Korva's memory: its database (`observations.db`, with its write-ahead log), the directory that it is in, or what its export wrote,
 * which is a note a line. Throws a `Diagnostic` for anything else.
 */
export async function openKorva(path: string): Promise<Source> {
  const file = fileAt(path, 'observations.db');
  if (lookAt(file) === 'JSON') return korvaExport(file);
  return databaseSource(file, 'korva', KORVA_LAYOUT, ({ rows }) =>
    korvaRows((table) => rows(table, KEYS[table])),
  );
}

/** The column that names a row, where it is not `id`. */
const KEYS: Readonly<Record<string, string>> = { openspec: 'project', sdd_state: 'project' };

/** The columns that are read, and what Korva has for itself: telemetry, accounts, and hashes of notes. */
const KORVA_LAYOUT: PeerLayout = {
  taken: {
    sessions: 'id project team country agent goal summary started_at ended_at',
    observations:
      'id session_id project team country type title content tags author created_at topic_key last_seen_at',
    prompts: 'id name content tags created_at updated_at',
    openspec: 'project content updated_at',
    sdd_state: 'project phase updated_at',
    skills: 'id',
    private_scrolls: 'id',
    observation_relations: 'id source_id target_id relation status judgment_status',
  },
  told: 'skills private_scrolls observation_relations',
  internal:
    'cloud_ team_members teams audit_logs skill_sync_log skill_activations mcp_calls config_snapshots harness_ ' +
    'project_sync_controls member_ auth_ content_hash working_dir normalized_hash duplicate_count',
};

async function korvaExport(file: string): Promise<Source> {
  if (!(await beginsWithNote(file))) {
    throw wrongFile(file, 'an export of Korva', 'its first line is not a note of Korva');
  }
  return {
    name: 'korva',
    rows: () =>
      korvaRows((table) => (table === 'observations' ? ndjsonRows(onDisk(file)) : nothing())),
    close: () => {},
  };
}

/** A note of a vault names its `record`, or has `id`s of other shapes and no `team`. */
async function beginsWithNote(file: string): Promise<boolean> {
  for await (const found of ndjsonRows(onDisk(file))) {
    if ('skipped' in found) return false;
    const { cells } = found;
    return (
      ['id', 'type', 'title', 'content', 'team', 'country'].every((key) => key in cells) &&
      !('record' in cells)
    );
  }
  return false;
}

async function* nothing(): AsyncGenerator<PeerRow> {}

/** Reads Korva's data as lines: its sessions first, because notes name them. */
async function* korvaRows(
  read: (table: string) => AsyncIterable<PeerRow>,
): AsyncGenerator<SourceRow> {
  const sessions = new Map<string, string>();
  const { older, leftOut } = await replacementsIn(read('observation_relations'));
  const names = (cells: PeerCells) => ({ keys: [keyOf(cells)], id: noteId(cells) });
  const ids = await replacedIds(older, () => read('observations'), names);
  yield* eachRow(read('sessions'), (cells, row) => sessionOf(cells, row, sessions));
  yield* eachRow(read('observations'), (cells, row) =>
    noteOf(cells, row, sessions, ids.get(older.get(keyOf(cells)) ?? '')),
  );
  yield* eachRow(read('prompts'), promptOf);
  yield* eachRow(read('openspec'), conventionsOf);
  yield* eachRow(read('sdd_state'), phasesOf);
  yield* skipAll(read('skills'), 'a skill: a vault has no skills');
  yield* skipAll(read('private_scrolls'), 'not imported: private in Korva');
  yield* leftOut;
}

function sessionOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  const key = neededText(cells, 'id');
  const startedAt = neededTime(cells, 'started_at', 'ended_at');
  const id = sessionId(key) ?? sourceId('korva', `sessions/${key}`, startedAt);
  const found = sessionRow({
    row,
    id,
    startedAt,
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
    row,
    at: noteTime(cells),
    id: noteId(cells),
    supersedes,
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

/** A prompt of Korva, of which it keeps the last version. */
function promptOf(cells: PeerCells, row: string): SourceRow {
  const createdAt = neededTime(cells, 'created_at', 'updated_at');
  const at = Math.max(createdAt, neededTime(cells, 'updated_at', 'created_at'));
  return fittedRow(row, {
    record: 'prompt',
    id: sourceId('korva', `prompts/${neededText(cells, 'id')}`, createdAt),
    name: neededText(cells, 'name'),
    created_at: timeText(createdAt),
    versions: [
      { content: neededText(cells, 'content'), tags: listOf(cells, 'tags'), at: timeText(at) },
    ],
  });
}

/** The conventions of a project (`openspec`). */
function conventionsOf(cells: PeerCells, row: string): SourceRow {
  const project = neededText(cells, 'project');
  const content = neededText(cells, 'content');
  const at = timeText(neededTime(cells, 'updated_at'));
  return fittedRow(row, { record: 'conventions', project, versions: [{ content, at }] });
}

/** The phase that a project is in; Korva has the same phases. */
function phasesOf(cells: PeerCells, row: string): SourceRow {
  const name = neededText(cells, 'phase');
  const phase = SDD_PHASES.find((one) => one === name);
  if (phase === undefined)
    throw new UnreadableRow(`it is in an unknown phase: ${name.slice(0, 40)}`);
  const project = neededText(cells, 'project');
  const at = timeText(neededTime(cells, 'updated_at'));
  return fittedRow(row, { record: 'phases', project, phases: [{ phase, at }] });
}
