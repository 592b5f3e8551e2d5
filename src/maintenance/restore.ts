import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { makeDirectory } from '../files/makeDirectory.js';
import { syncPath } from '../files/syncPath.js';
import { headOf } from '../log/sqlite/headOf.js';
import { migrateFile } from '../log/sqlite/migrate.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { allProjections } from '../projections/allProjections.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import { openSqlite, openSqliteReader } from '../sqlite/sqlite.js';
import { digestViews } from '../views/digest.js';
import { openViews } from '../views/openViews.js';
import type { OnProgress } from '../views/projector.js';
import { type VerifyReport, verify } from './verify.js';

export interface Restored {
  readonly verified: VerifyReport;
  /** Where the old log is kept, if it held events. */
  readonly aside: string | undefined;
  /** The digest of the read models that were built from the restored log. */
  readonly digest: string;
}

export interface RestoreOptions {
  /** Whether a log that holds events may be put aside. */
  readonly replace: boolean;
  readonly now: number;
  readonly onProgress: OnProgress;
}

const SUFFIXES = ['-wal', '-shm'] as const;

/**
 * Makes a backup the log of a data directory that no process serves: verifies the backup, puts the old log aside and
 * builds the read models. Throws when the backup does not verify, or when the old log holds events and `replace` is
 * false; then nothing is changed.
 */
export async function restore(
  { dataDir }: Config,
  file: string,
  { replace, now, onProgress }: RestoreOptions,
): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}: give the path of a backup`);
  makeDirectory(dataDir);
  const time = formatTime(toSeconds(now));
  const lock = lockDirectory(dataDir, time);
  try {
    const log = join(dataDir, 'log.db');
    const occupied = holdsEvents(log);
    if (occupied && !replace) {
      throw new Error(
        `${dataDir} already holds a log with events: restore with --replace to put it aside`,
      );
    }
    const fresh = join(dataDir, 'log.db.restoring');
    const verified = await verifiedCopy(file, fresh);
    const aside = occupied ? `${log}.replaced-${time.replaceAll(/[:.]/g, '-')}` : undefined;
    swap(log, fresh, aside);
    syncPath(dataDir);
    return { verified, aside, digest: await rebuilt(dataDir, log, onProgress) };
  } finally {
    lock.release();
  }
}

/** True also for a log that cannot be read, which may hold events. */
function holdsEvents(file: string): boolean {
  if (!existsSync(file)) return false;
  const log = openSqliteReader(file);
  try {
    return headOf(log).position > 0;
  } catch {
    return true;
  } finally {
    log.db.close();
  }
}

/** Copies a backup, brings the copy to the format of this release and verifies it. The backup itself is only read. */
async function verifiedCopy(file: string, fresh: string): Promise<VerifyReport> {
  removeDatabase(fresh);
  try {
    copyFileSync(file, fresh);
    // A log that was copied after a crash has its last events there. A backup has no such file.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${fresh}-wal`);
    migrateFile(fresh);
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} does not verify. Nothing was changed: ${reason}`, { cause: error });
  }
}

/** Replaces the log. At every moment there is a log: the old one or the new one. */
function swap(log: string, fresh: string, aside: string | undefined): void {
  if (aside) {
    moveWalIntoFile(log);
    for (const suffix of SUFFIXES) {
      if (existsSync(log + suffix)) renameSync(log + suffix, aside + suffix);
    }
    linkSync(log, aside);
  } else for (const suffix of SUFFIXES) rmSync(log + suffix, { force: true });
  // An old write-ahead log that came back next to the new log would be taken for its own.
  syncPath(dirname(log));
  renameSync(fresh, log);
}

/** Moves the write-ahead log of a file into the file, if the file can be opened at all. */
function moveWalIntoFile(file: string): void {
  try {
    openSqlite(file, 'FULL').db.close();
  } catch {
    // The log is damaged: it is put aside as it is, with its write-ahead log.
  }
}

async function rebuilt(dataDir: string, file: string, onProgress: OnProgress): Promise<string> {
  const viewsFile = join(dataDir, 'views.db');
  removeDatabase(viewsFile);
  const log = openSqliteEventLog(file);
  try {
    const onError = (error: unknown) => console.error(String(error));
    const options = { file: viewsFile, log, projections: allProjections, onError, onProgress };
    const projector = await openViews(options);
    try {
      return digestViews(projector.views, allProjections).digest;
    } finally {
      projector.close();
    }
  } finally {
    await log.close();
  }
}
