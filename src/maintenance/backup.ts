import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { syncPath } from '../files/syncPath.js';
import { writeFreshFile } from '../files/writeFreshFile.js';
import { copiedOf } from '../log/sqlite/copied.js';
import { copyDatabase } from '../sqlite/databaseFiles.js';
import { readShared } from '../sqlite/glance.js';
import { describeLoss, lossOf } from './lossOf.js';
import { noteUpkeep } from './upkeep.js';
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
    const report = await verify({ logFile: partial });
    const [problem] = report.problems;
    if (problem) throw new Error(`the log is damaged: run memory-vault verify: ${problem.detail}`);
    const copyOf = readShared(partial, copiedOf)?.instance;
    syncPath(partial);
    renameSync(partial, file);
    syncPath(dirname(file));
    noteUpkeep(dataDir, { backedUp: { at, events: report.events } });
    return { verified: report, lacks: loss && describeLoss(dataDir, loss), copyOf };
  } catch (error) {
    for (const name of [partial, file]) rmSync(name, { force: true });
    throw error;
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
