import { membersOf } from '../domain/json.js';
import { databaseSource, type PeerLayout } from './peerDatabase.js';
import { noteRow, sessionRow } from './peerLines.js';
import {
  eachRow,
  inTurn,
  neededText,
  neededTime,
  objectRows,
  type PeerCells,
  type PeerRow,
  skipAll,
  textOf,
  timeOf,
} from './peerRows.js';
import { replacedIds, replacementsIn } from './relations.js';
import { fileAt, lookAt, readJson, wrongFile } from './sourceFile.js';
import { type Source, type SourceRow, sourceId, UnreadableRow } from './sourceRow.js';

/**
 * engram's memory: its database (`~/.engram/engram.db`, with its write-ahead log), the directory that it is in, or what
 * `engram export` wrote. Throws a `Diagnostic` for anything else.
 */
export async function openEngram(path: string): Promise<Source> {
  const file = fileAt(path, 'engram.db');
  if (lookAt(file) === 'JSON') return engramExport(file);
  return databaseSource(file, SOURCE, ENGRAM_LAYOUT, ({ rows }) => engramRows(rows));
}

const SOURCE = 'engram';

/** What engram keeps, in its database and in its export alike. */
type EngramTable = 'sessions' | 'observations' | 'user_prompts' | 'memory_relations';

/** The columns that are read. A session's folder and the counts of a note are engram's own. */
export const ENGRAM_LAYOUT: PeerLayout = {
  taken: {
    sessions: 'id project started_at ended_at summary',
    observations:
      'id sync_id session_id type title content tool_name project scope topic_key created_at updated_at deleted_at pinned',
    user_prompts: 'id',
    memory_relations: 'id source_id target_id relation judgment_status',
  },
  told: 'user_prompts memory_relations',
  internal: 'sync_ directory normalized_hash revision_count duplicate_count last_seen_at',
};

interface Links {
  readonly sessions: Map<string, string>;
  readonly older: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
}

/** Reads engram's data as lines: its sessions first, because notes name them. */
async function* engramRows(
  read: (table: EngramTable) => AsyncIterable<PeerRow>,
): AsyncGenerator<SourceRow> {
  const { older, leftOut } = await replacementsIn(read('memory_relations'));
  const ids = await replacedIds(older, () => read('observations'), noteNames);
  const links = { sessions: new Map<string, string>(), older, ids };
  yield* eachRow(read('sessions'), (cells, row) => sessionOf(cells, row, links.sessions));
  yield* eachRow(read('observations'), (cells, row) => noteOf(cells, row, links));
  yield* skipAll(
    read('user_prompts'),
    'a prompt of a user: a vault does not store prompts of users',
  );
  yield* leftOut;
}

/** What relations call a note, and its id in the vault. */
function noteNames(cells: PeerCells) {
  if (textOf(cells, 'deleted_at') !== undefined) return undefined;
  const key = neededText(cells, 'id');
  const at = neededTime(cells, 'created_at', 'updated_at');
  const keys = [textOf(cells, 'sync_id'), key].filter((name) => name !== undefined);
  return { keys, id: sourceId(SOURCE, `observations/${key}`, at) };
}

function sessionOf(cells: PeerCells, row: string, sessions: Map<string, string>): SourceRow {
  const key = neededText(cells, 'id');
  const startedAt = neededTime(cells, 'started_at', 'ended_at');
  const id = sourceId(SOURCE, `sessions/${key}`, startedAt);
  const found = sessionRow({
    row,
    id,
    startedAt,
    project: textOf(cells, 'project'),
    summary: textOf(cells, 'summary'),
    endedAt: timeOf(cells, 'ended_at'),
  });
  // Only now: a note does not name a session that was skipped.
  sessions.set(key, id);
  return found;
}

function noteOf(cells: PeerCells, row: string, { sessions, older, ids }: Links): SourceRow {
  const names = noteNames(cells);
  if (!names) throw new UnreadableRow('deleted in engram');
  const at = neededTime(cells, 'created_at', 'updated_at');
  const replaced = names.keys.map((key) => ids.get(older.get(key) ?? ''));
  const named = (name: string, tag: string) => {
    const text = textOf(cells, name);
    return text && `${tag}:${text}`;
  };
  return noteRow({
    row,
    at,
    id: names.id,
    supersedes: replaced.find((id) => id !== undefined),
    isPinned: textOf(cells, 'pinned') === '1' || cells.pinned === true,
    type: neededText(cells, 'type'),
    title: textOf(cells, 'title'),
    content: textOf(cells, 'content'),
    tags: [named('scope', 'scope'), named('topic_key', 'topic'), named('tool_name', 'tool')],
    project: textOf(cells, 'project'),
    session: sessions.get(textOf(cells, 'session_id') ?? ''),
  });
}

/** What the export calls each table. */
const KEYS: Readonly<Record<EngramTable, string>> = {
  sessions: 'sessions',
  observations: 'observations',
  user_prompts: 'prompts',
  memory_relations: 'relations',
};

/**
 * What `engram export` wrote (formats 0.1 and 0.2): one JSON object with an array for each table. Throws a `Diagnostic` for
 * other JSON.
 */
function engramExport(file: string): Source {
  const wanted = 'an export of engram';
  const exported = membersOf(readJson(file, wanted));
  const { version, sessions, observations } = exported;
  if (version === undefined || (sessions === undefined && observations === undefined))
    throw wrongFile(file, wanted, 'it is other JSON');
  if (!/^0\.[12]\b/.test(String(version))) {
    const found = `its format is ${String(version).slice(0, 20)}, and only 0.1 and 0.2 are known`;
    throw wrongFile(file, `${wanted} that this release reads`, found);
  }
  const read = (table: EngramTable) =>
    objectRows(listOf(exported, KEYS[table]), (nth, { id }) =>
      id === undefined ? `${table}, element ${nth}` : `${table} ${String(id).slice(0, 79)}`,
    );
  const unknown = Object.keys(exported).filter((key) => !Object.values(KEYS).includes(key));
  const others = unknown.map((key) =>
    skipAll(
      objectRows(listOf(exported, key), (nth) => `${key.slice(0, 80)}, element ${nth}`),
      'in a list that a vault does not know',
    ),
  );
  return { name: SOURCE, rows: () => inTurn(engramRows(read), ...others), close() {} };
}

const listOf = (exported: PeerCells, key: string): readonly unknown[] =>
  Array.isArray(exported[key]) ? exported[key] : [];
