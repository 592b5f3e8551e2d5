import { inTurn } from '../eachRow.js';
import { fileAt } from '../fileAt.js';
import { openPeerDatabase } from '../peerDatabase.js';
import type { Source } from '../sourceRow.js';
import { lookAt } from '../wrongFile.js';
import { engramExport } from './engramExport.js';
import { ENGRAM_LAYOUT, ENGRAM_TABLES, engramRows } from './engramRows.js';

/**
 * engram's memory: its database (`~/.engram/engram.db`, with its write-ahead log), the directory that it is in, or what
 * `engram export` wrote. Throws a `Diagnostic` for anything else.
 */
export async function openEngram(path: string): Promise<Source> {
  const file = fileAt(path, 'engram.db');
  if (lookAt(file) === 'JSON') return engramExport(file);
  const database = await openPeerDatabase(file, 'engram', ENGRAM_LAYOUT);
  const total = database.count(ENGRAM_TABLES);
  return {
    name: 'engram',
    ...(total !== undefined && { total }),
    rows: () =>
      inTurn(
        engramRows((table) => database.rows(table)),
        database.leftOut(),
      ),
    close: database.close,
  };
}
