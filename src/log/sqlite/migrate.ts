import { readdirSync, readFileSync } from 'node:fs';
import { aboutFile, Diagnostic } from '../../diagnostics/diagnostic.js';
import { sha256 } from '../../domain/hash.js';
import { openSqlite, openSqliteReader, type Sql } from '../../sqlite/sqlite.js';
import { encryptFingerprint } from '../fingerprintCipher.js';
import { storedId, storedKey, storedMeta, storedStream } from './storedNames.js';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** The format of this release. */
export const FORMAT = migrationsIn(FOLDER).length;

export interface MigrateOptions {
  /** Where the migrations are. */
  readonly folder?: URL;
  /** The format to migrate to; by default that of this release. */
  readonly to?: number | undefined;
  /** Called once before a log of an older format is changed. It may throw: then nothing is. Not called for a new log. */
  readonly before?: ((from: number, to: number) => void) | undefined;
}

/**
 * Migrates `log.db` to the format of this release. Each numbered file runs in its own transaction, together with the
 * change of `user_version`. Throws on a log of a newer release and does not change it.
 */
export function migrate(log: Sql, { folder = FOLDER, to, before }: MigrateOptions = {}): void {
  const files = migrationsIn(folder).slice(0, to);
  const format = formatOf(log);
  if (format > files.length) throw newer(log, files.length);
  if (format > 0 && format < files.length) before?.(format, files.length);
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

/** The format of a log: the number of the last migration that it has. */
export const formatOf = ({ db }: Sql) => Number(db.pragma('user_version', { simple: true }));

/** Throws for a log of another format than that of this release: whoever only reads it cannot migrate it. One of format 0 is none. */
export function refuseOtherFormat(log: Sql): void {
  const format = formatOf(log);
  if (format > FORMAT) throw newer(log, FORMAT);
  if (format === FORMAT) return;
  if (format === 0) throw noLog(log);
  throw new Diagnostic(
    'log_older',
    `${log.db.name} has format ${format}, and this release reads format ${FORMAT}`,
    { file: log.db.name },
  );
}

/** As `openSqliteReader`, for a log of the format of this release. Throws as `refuseOtherFormat`. */
export function openLogReader(file: string): Sql {
  const log = openSqliteReader(file);
  try {
    refuseOtherFormat(log);
    return log;
  } catch (error) {
    log.db.close();
    throw aboutFile(error, file);
  }
}

function migrationsIn(folder: URL): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
}

/** Of an empty file, too. */
export function noLog({ db: { name } }: Sql): Diagnostic {
  const next =
    'restore the newest backup (memory-vault restore FILE), or set VAULT_DATA_DIR to the directory of a vault';
  return new Diagnostic('no_vault', `${name} is empty, or is not the log of a vault`, {
    file: name,
    next,
  });
}

function newer(log: Sql, known: number): Diagnostic {
  return new Diagnostic(
    'log_newer',
    `log.db was written by a newer memory-vault: it has format ${formatOf(log)}, this release knows up to ${known}`,
    { file: log.db.name },
  );
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
export function migrateFile(file: string, options: MigrateOptions = {}): void {
  const log = openSqlite(file, 'FULL');
  try {
    migrate(log, options);
  } finally {
    log.db.close();
  }
}
