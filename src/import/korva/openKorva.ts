import { inTurn, type PeerRow } from '../eachRow.js';
import { fileAt } from '../fileAt.js';
import { ndjsonRows } from '../ndjsonRows.js';
import { openPeerDatabase } from '../peerDatabase.js';
import type { Source } from '../sourceRow.js';
import { lookAt, wrongFile } from '../wrongFile.js';
import { KORVA_LAYOUT, KORVA_TABLES, type KorvaTable, korvaRows } from './korvaRows.js';

/** The column that names a row, where it is not `id`. */
const KEYS: Partial<Record<KorvaTable, string>> = { openspec: 'project', sdd_state: 'project' };

/**
 * Korva's memory: its database (`observations.db`, with its write-ahead log), the directory that it is in, or what its export wrote,
 * which is a note a line. Throws a `Diagnostic` for anything else.
 */
export async function openKorva(path: string): Promise<Source> {
  const file = fileAt(path, 'observations.db');
  if (lookAt(file) === 'JSON') return korvaExport(file);
  const database = await openPeerDatabase(file, 'korva', KORVA_LAYOUT);
  const total = database.count(KORVA_TABLES);
  return {
    name: 'korva',
    ...(total !== undefined && { total }),
    rows: () =>
      inTurn(
        korvaRows((table) => database.rows(table, KEYS[table])),
        database.leftOut(),
      ),
    close: database.close,
  };
}

async function korvaExport(file: string): Promise<Source> {
  if (!(await beginsWithNote(file))) {
    throw wrongFile(file, 'an export of Korva', 'its first line is no note of Korva');
  }
  return {
    name: 'korva',
    rows: () => korvaRows((table) => (table === 'observations' ? ndjsonRows(file) : nothing())),
    close: () => {},
  };
}

/** A note of a vault names its `record`, or has `id`s of other shapes and no `team`. */
async function beginsWithNote(file: string): Promise<boolean> {
  for await (const found of ndjsonRows(file)) {
    if ('damage' in found) return false;
    const { cells } = found;
    return (
      ['id', 'type', 'title', 'content', 'team', 'country'].every((key) => key in cells) &&
      !('record' in cells)
    );
  }
  return false;
}

async function* nothing(): AsyncGenerator<PeerRow> {}
