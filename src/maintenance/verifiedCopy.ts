import { constants, copyFileSync, existsSync, rmSync } from 'node:fs';
import { Diagnostic, diagnosticOf, isOfSurroundings } from '../diagnostics/diagnostic.js';
import { syncPath } from '../files/syncPath.js';
import { copiedOf, writeCopied } from '../log/sqlite/copied.js';
import { migrateFile } from '../log/sqlite/migrate.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import { openSqlite } from '../sqlite/sqlite.js';
import { verify } from './verify.js';
import type { VerifyReport } from './verifyReport.js';

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
    makeOwn(fresh);
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
    const said = code === 'not_verified' ? 'could not be verified' : 'does not verify';
    throw new Diagnostic(code, `${file} ${said}. Nothing was changed: ${cause.message}`, {
      file,
      cause,
    });
  }
}

/** The backup of a node is the copy of a shared log. Restored, it is a log of its own. */
function makeOwn(fresh: string): void {
  const log = openSqlite(fresh, 'FULL');
  try {
    if (copiedOf(log)) writeCopied(log, undefined);
  } finally {
    log.db.close();
  }
}
