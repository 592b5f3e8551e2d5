import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic, diagnosticOf, isOfSurroundings } from '../diagnostics/diagnostic.js';
import { syncPath, writeFreshFile } from '../files/writeFile.js';
import { copiedOf, writeCopied } from '../log/sqlite/copied.js';
import { FORMAT, formatOf, migrateFile, noLog, refuseOtherFormat } from '../log/sqlite/migrate.js';
import { copyDatabase, readShared, removeDatabase, withinFile } from '../sqlite/databaseFiles.js';
import type { Sql } from '../sqlite/sqlite.js';
import { removeCopiesBefore } from './copyBefore.js';
import { timeInNames } from './loss/accept.js';
import { describeLoss, lossOf } from './loss/find.js';
import type { VerifyReport } from './verification.js';
import { verify } from './verify.js';

/** How far a backup is: `done` of `total` events are verified. While the log is copied, nobody knows. */
export interface BackupStep {
  readonly state: 'copying' | 'verifying';
  readonly done: number;
  readonly total: number;
}

export interface Backup {
  /** When the copy was taken, in milliseconds since 1970; for `noteUpkeep`. */
  readonly at: number;
  readonly verified: VerifyReport;
  /** What the log lacks although other files of the vault know of it, as a sentence. The backup lacks it, too. */
  readonly lacks: string | undefined;
  /** UUID of the shared log that it is the copy of; undefined where the log is shared by nobody. */
  readonly copyOf: string | undefined;
}

/**
 * Copies the log of a data directory into a new file (0600) and verifies the copy. A service may run meanwhile. Throws
 * when the file exists already, or when the copy does not verify; then no file is left.
 */
export async function backup(
  dataDir: string,
  file: string,
  onStep: (step: BackupStep) => void = () => {},
): Promise<Backup> {
  const log = dataFiles({ dataDir }).log;
  if (!existsSync(log)) throw new Diagnostic('no_vault', `there is no log ${log}`, { file: log });
  const partial = `${file}.partial`;
  takeName(file);
  try {
    const loss = lossOf(dataDir, readShared);
    writeFreshFile(partial, '');
    copyDatabase(log, partial);
    const at = Date.now();
    const { format, copyOf } = readShared(partial, seenIn);
    const report =
      format === FORMAT ? await verified(partial, onStep) : await verifiedOlder(partial);
    syncPath(partial);
    renameSync(partial, file);
    syncPath(dirname(file));
    removeCopiesBefore(dataDir);
    return { at, verified: report, lacks: loss && describeLoss(dataDir, loss), copyOf };
  } catch (error) {
    for (const name of [partial, file]) rmSync(name, { force: true });
    throw error;
  }
}

/** Removes what a backup left whose thread was ended. One that was verified stays. */
export function removeUnfinished(file: string): void {
  rmSync(`${file}.partial`, { force: true });
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
}

/** Throws for what no release before this one wrote. */
function seenIn(sql: Sql) {
  const format = formatOf(sql);
  if (format === 0) throw noLog(sql);
  if (format > FORMAT) refuseOtherFormat(sql);
  return { format, copyOf: format === FORMAT ? copiedOf(sql)?.instance : undefined };
}

async function verified(file: string, onStep: (step: BackupStep) => void): Promise<VerifyReport> {
  const log = (done: number, total: number) => onStep({ state: 'verifying', done, total });
  const report = await verify({ logFile: file }, { log });
  const [problem] = report.problems;
  if (!problem) return report;
  throw new Diagnostic('file_damaged', `the log is damaged: ${problem.detail}`, {
    file,
    next: 'run memory-vault verify, and keep the backups from before',
  });
}

/** The backup stays in its format. What is verified is another copy of it, in the format of this release. */
async function verifiedOlder(file: string): Promise<VerifyReport> {
  const migrated = `${file}.migrated`;
  try {
    return await verifiedCopy(file, migrated);
  } finally {
    removeDatabase(migrated);
  }
}

/** Makes the file empty first, so that no other file is overwritten in the end. */
function takeName(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(
      `${file} already exists, and a backup never overwrites a file: choose another name`,
    );
  }
}

/** What SQLite keeps next to a file that is open. */
export const SUFFIXES = ['-wal', '-shm'] as const;

/**
 * Copies a backup, brings the copy to the format of this release, makes it a log of its own and verifies it. The backup itself
 * is only read. Throws, and leaves no copy, when it does not verify.
 */
export async function verifiedCopy(file: string, fresh: string): Promise<VerifyReport> {
  removeDatabase(fresh);
  try {
    copyFileSync(file, fresh, constants.COPYFILE_EXCL);
    // A log that was copied after a crash has its last events there. A backup has no such file.
    if (existsSync(`${file}-wal`))
      copyFileSync(`${file}-wal`, `${fresh}-wal`, constants.COPYFILE_EXCL);
    migrateFile(fresh);
    // The backup of a node is the copy of a shared log. Restored, it is a log of its own.
    withinFile(fresh, (log) => copiedOf(log) && writeCopied(log, undefined));
    const report = await verify({ logFile: fresh });
    const [problem] = report.problems;
    if (problem)
      throw new Error(`${problem.detail} (${report.problems.length + report.more} in all)`);
    // These are empty: the migration has moved everything into the file, and the verification only read.
    for (const suffix of SUFFIXES) rmSync(fresh + suffix, { force: true });
    syncPath(fresh);
    return report;
  } catch (error) {
    removeDatabase(fresh);
    const cause = diagnosticOf(error);
    const isUnknown = isOfSurroundings(error) || cause.code === 'log_newer';
    const code = isUnknown ? 'not_verified' : 'backup_damaged';
    const said = isUnknown ? 'could not be verified' : 'does not verify';
    const message = `${file} ${said}. Nothing was changed: ${cause.message}`;
    throw new Diagnostic(code, message, { file, cause });
  }
}

/** A week of daily backups. */
export const KEPT = 7;

/** The name of a backup in VAULT_BACKUP_DIR, by its time in milliseconds since 1970: in order of names, the newest is last. */
export const backupName = (now: number) => `vault-${timeInNames(now)}.db`;

const NAME = /^vault-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?Z\.db$/;

/** Removes all backups of a folder but the newest ones. Files of other names are left alone. Returns what was removed. */
export function removeOldBackups(folder: string, keep: number): readonly string[] {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  const old = names.sort().slice(0, -keep);
  const files = old.map((name) => join(folder, name));
  for (const file of files) rmSync(file, { force: true });
  return files;
}
