import { eachRow } from '../eachRow.js';
import { fileAt } from '../fileAt.js';
import { noteRow } from '../noteRow.js';
import { listOf, neededText, neededTime, objectOf, type PeerCells, textOf } from '../peerCells.js';
import { openPeerDatabase } from '../peerDatabase.js';
import { sourceId } from '../sourceId.js';
import type { Source, SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';

const SOURCE = 'mcp-memory-service';

/**
 * The memory of mcp-memory-service: its database (`sqlite_vec.db`, with its write-ahead log), or the directory that it is in.
 * Throws a `Diagnostic` for anything else.
 */
export async function openMcpMemoryService(path: string): Promise<Source> {
  const database = await openPeerDatabase(fileAt(path, 'sqlite_vec.db'), SOURCE);
  const total = database.count(['memories']);
  return {
    name: SOURCE,
    ...(total !== undefined && { total }),
    rows: () => eachRow(database.rows('memories'), noteOf),
    close: database.close,
  };
}

/** A memory has no title; its hash is what that program knows it by. */
function noteOf(cells: PeerCells, row: string): SourceRow {
  if (textOf(cells, 'deleted_at') !== undefined)
    throw new UnreadableRow('deleted in mcp-memory-service');
  const key = neededText(cells, 'content_hash');
  const at = neededTime(cells, 'created_at', 'created_at_iso', 'updated_at', 'updated_at_iso');
  const metadata = objectOf(cells, 'metadata');
  const superseded = textOf(cells, 'superseded_by') ?? textOf(metadata, 'superseded_by');
  return noteRow({
    ...{ row, at, id: sourceId(SOURCE, `memories/${key}`, at) },
    type: textOf(cells, 'memory_type') ?? 'context',
    title: undefined,
    content: textOf(cells, 'content'),
    tags: [...listOf(cells, 'tags'), superseded && 'superseded'],
    project: typeof metadata.project === 'string' ? textOf(metadata, 'project') : undefined,
  });
}
