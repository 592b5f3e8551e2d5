import { databaseSource, type PeerDatabase, type PeerLayout } from './peerDatabase.js';
import { noteRow } from './peerLines.js';
import {
  eachRow,
  listOf,
  neededText,
  neededTime,
  objectOf,
  type PeerCells,
  textIn,
  textOf,
  unusedRows,
} from './peerRows.js';
import { replacedIds } from './relations.js';
import { fileAt } from './sourceFile.js';
import { type Source, type SourceRow, sourceId, UnreadableRow } from './sourceRow.js';

const SOURCE = 'mcp-memory-service';

/**
 * The memory of mcp-memory-service: its database (`sqlite_vec.db`, with its write-ahead log), or the directory that it is in.
 * Throws a `Diagnostic` for anything else.
 */
export async function openMcpMemoryService(path: string): Promise<Source> {
  return databaseSource(fileAt(path, 'sqlite_vec.db'), SOURCE, LAYOUT, rowsOf);
}

async function* rowsOf(database: PeerDatabase): AsyncGenerator<SourceRow> {
  const memories = () => database.rows('memories');
  const older = new Map<string, string>();
  await unusedRows(memories(), (cells) => {
    const newer = newerOf(cells);
    const key = neededText(cells, 'content_hash');
    // Only one note is told to be replaced by another; more of them still have their tag.
    if (newer !== undefined && !older.has(newer)) older.set(newer, key);
  });
  const ids = await replacedIds(older, memories, (cells) => ({
    keys: [neededText(cells, 'content_hash')],
    id: noteId(cells),
  }));
  const replaced = (cells: PeerCells) =>
    ids.get(older.get(textOf(cells, 'content_hash') ?? '') ?? '');
  yield* eachRow(memories(), (cells, row) => noteOf(cells, row, replaced(cells)));
}

const LAYOUT: PeerLayout = {
  taken: {
    memories:
      'id content_hash content tags memory_type metadata created_at created_at_iso updated_at updated_at_iso deleted_at ' +
      'superseded_by',
  },
  told: '',
  internal: 'metadata memory_embeddings memory_content_fts embedding schema_version',
};

const newerOf = (cells: PeerCells) =>
  textOf(cells, 'superseded_by') ?? textOf(objectOf(cells, 'metadata'), 'superseded_by');

const TIMES = ['created_at', 'created_at_iso', 'updated_at', 'updated_at_iso'] as const;
const noteId = (cells: PeerCells) =>
  sourceId(SOURCE, `memories/${neededText(cells, 'content_hash')}`, neededTime(cells, ...TIMES));

/** A memory has no title; its hash is what that program knows it by. */
function noteOf(cells: PeerCells, row: string, supersedes: string | undefined): SourceRow {
  if (textOf(cells, 'deleted_at') !== undefined)
    throw new UnreadableRow('deleted in mcp-memory-service');
  const metadata = objectOf(cells, 'metadata');
  return noteRow({
    row,
    at: neededTime(cells, ...TIMES),
    id: noteId(cells),
    supersedes,
    type: textOf(cells, 'memory_type') ?? 'context',
    title: undefined,
    content: textOf(cells, 'content'),
    tags: [...listOf(cells, 'tags'), newerOf(cells) && 'superseded'],
    project: textIn(metadata, 'project'),
  });
}
