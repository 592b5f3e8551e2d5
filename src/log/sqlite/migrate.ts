import { readdirSync, readFileSync } from 'node:fs';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { sha256 } from '../../domain/sha256.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { storedMeta } from './storedMeta.js';
import { storedId, storedKey, storedStream } from './storedNames.js';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/**
 * Migrates `log.db` to the format of this release. Each numbered file runs in its own transaction, together with the
 * change of `user_version`. Throws on a log of a newer release and does not change it.
 */
export function migrate(log: Sql, folder: URL = FOLDER): void {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
  const format = Number(log.db.pragma('user_version', { simple: true }));
  if (format > files.length) {
    throw new Diagnostic(
      'log_newer',
      `log.db was written by a newer memory-vault: it has format ${format}, this release knows up to ${files.length}`,
      { file: log.db.name },
    );
  }
  giveFunctions(log);
  for (const [i, name] of files.entries()) {
    if (i < format) continue;
    const sql = readFileSync(new URL(name, folder), 'utf8');
    log.db.transaction(() => {
      log.db.exec(sql);
      log.db.pragma(`user_version = ${i + 1}`);
    })();
  }
}

/** What SQL has no words for, and migrations need. */
function giveFunctions({ db }: Sql): void {
  const give = (name: string, work: (...values: unknown[]) => unknown) =>
    db.function(name, { deterministic: true, varargs: true }, work);
  give('sha256', (text) => sha256(String(text)));
  give('encrypt_fingerprint', (fingerprint, key, salt) =>
    encryptFingerprint(String(fingerprint), String(key), Buffer.from(salt as Buffer)),
  );
  give('stored_id', (id) => storedId(String(id)));
  give('stored_key', (key) => storedKey(String(key)));
  give('stored_stream', (stream) => storedStream(String(stream)));
  give('stored_meta', (meta, column) => storedMeta(JSON.parse(String(meta)))[Number(column)]);
}

/** As `migrate`, on a log that no process has open. */
export function migrateFile(file: string): void {
  const log = openSqlite(file, 'FULL');
  try {
    migrate(log);
  } finally {
    log.db.close();
  }
}
