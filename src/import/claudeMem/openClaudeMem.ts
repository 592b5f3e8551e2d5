import { fileAt } from '../fileAt.js';
import { openPeerDatabase } from '../peerDatabase.js';
import type { Source } from '../sourceRow.js';
import { CLAUDE_MEM_LAYOUT, CLAUDE_MEM_TABLES, claudeMemRows } from './claudeMemRows.js';

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
