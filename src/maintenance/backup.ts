import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { syncPath } from '../files/syncPath.js';
import { writeFreshFile } from '../files/writeFreshFile.js';
import { copiedOf } from '../log/sqlite/copied.js';
import { FORMAT, formatOf, noLog, refuseOtherFormat } from '../log/sqlite/migrate.js';
import { copyDatabase, removeDatabase } from '../sqlite/databaseFiles.js';
import { readShared } from '../sqlite/glance.js';
import type { Sql } from '../sqlite/sqlite.js';
import { removeCopiesBefore } from './copyBefore.js';
import { describeLoss, lossOf } from './lossOf.js';
import { noteUpkeep } from './upkeep.js';
import { verifiedCopy } from './verifiedCopy.js';
import { verify } from './verify.js';
import type { VerifyReport } from './verifyReport.js';

export interface Backup {
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
export async function backup(dataDir: string, file: string): Promise<Backup> {
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
    const report = format === FORMAT ? await verified(partial) : await verifiedOlder(partial);
    syncPath(partial);
    renameSync(partial, file);
    syncPath(dirname(file));
    removeCopiesBefore(dataDir);
    noteUpkeep(dataDir, { backedUp: { at, events: report.events } });
    return { verified: report, lacks: loss && describeLoss(dataDir, loss), copyOf };
  } catch (error) {
    for (const name of [partial, file]) rmSync(name, { force: true });
    throw error;
  }
}

/** Throws for what no release before this one wrote. */
function seenIn(sql: Sql) {
  const format = formatOf(sql);
  if (format === 0) throw noLog(sql);
  if (format > FORMAT) refuseOtherFormat(sql);
  return { format, copyOf: format === FORMAT ? copiedOf(sql)?.instance : undefined };
}

async function verified(file: string): Promise<VerifyReport> {
  const report = await verify({ logFile: file });
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
