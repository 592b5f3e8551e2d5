import { dataFiles } from '../../config/dataFiles.js';
import { ownFilter } from '../../domain/privacy/ownFilter.js';
import { openLogReader } from '../../log/sqlite/migrate.js';
import { streamReads } from '../../log/sqlite/streamReads.js';
import { personLines } from '../../maintenance/personLines.js';
import { existingVault } from '../existingVault.js';

/**
 * All that `forget --person` would erase, from the log itself: over HTTP, this would be a recorded act that names the person
 * who is to be forgotten.
 */
export async function* exportPerson(person: string): AsyncGenerator<string> {
  const { dataDir, privatePatterns } = existingVault();
  const log = openLogReader(dataFiles({ dataDir }).log);
  try {
    yield* personLines(streamReads(log), person, ownFilter(privatePatterns));
  } finally {
    log.db.close();
  }
}
