import { join } from 'node:path';
import { openApp } from '../../src/app/openApp.js';
import { readConfig } from '../../src/config/config.js';
import { diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { Database } from '../../src/sqlite/database.js';
import { digestViews } from '../../src/views/verifyViews.js';

/** Makes a log from its dump in a directory, opens a vault on it and digests what its read models hold. */
export async function goldenDigest(sql: string, directory: string): Promise<string> {
  restoreLog(sql, directory);
  const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }), { onError: fail });
  try {
    const { digest, position } = digestViews(await app.readModels.latest(), allProjections);
    return `${digest} at position ${position}`;
  } finally {
    await app.close();
  }
}

/** Makes the `log.db` of a directory from its dump. */
export function restoreLog(sql: string, directory: string): void {
  const db = new Database(join(directory, 'log.db'));
  db.transaction(() => db.exec(sql))();
  db.close();
}

function fail(error: unknown): void {
  // An older log is migrated.
  if (diagnosticOf(error).level !== 'info') throw error;
}
