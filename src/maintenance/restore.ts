import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { lockDirectory } from '../files/lockDirectory.js';
import { makeDirectory } from '../files/makeDirectory.js';
import { syncPath } from '../files/syncPath.js';
import { headOf } from '../log/sqlite/headOf.js';
import { migrateFile } from '../log/sqlite/migrate.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { allProjections } from '../projections/allProjections.js';
import { openSqlite, openSqliteReader } from '../sqlite/sqlite.js';
import { digestViews } from '../views/digest.js';
import { openViews } from '../views/openViews.js';
import type { OnProgress } from '../views/projector.js';
import { type VerifyReport, verify } from './verify.js';

export interface Restored {
  readonly verified: VerifyReport;
  /** Where the log is kept that was there before, if it held events. */
  readonly aside: string | undefined;
  /** Of the read models, built anew. */
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
 * Makes a backup the log of a data directory that nobody serves: verifies it first, puts the log that was
 * there aside, and builds the read models anew. Throws with everything as it was when the backup does not
 * verify, or when there are events and `replace` was not asked for.
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

/** A log that cannot be read may hold events too. */
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

/** What is verified is the copy, in the format of this release: the file itself is only read. */
async function verifiedCopy(file: string, fresh: string): Promise<VerifyReport> {
  const remove = (suffixes: readonly string[]) => {
    for (const suffix of suffixes) rmSync(fresh + suffix, { force: true });
  };
  remove(['', ...SUFFIXES]);
  try {
    copyFileSync(file, fresh);
    // A log that was copied after a crash has its last events there; one that `backup` made has none.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${fresh}-wal`);
    migrateFile(fresh);
    const report = await verify({ logFile: fresh });
    const [problem] = report.problems;
    if (problem)
      throw new Error(`${problem.detail} (${report.problems.length + report.more} in all)`);
    // Empty: migrating it has moved everything into the file, and the verification only read.
    remove(SUFFIXES);
    syncPath(fresh);
    return report;
  } catch (error) {
    remove(['', ...SUFFIXES]);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} does not verify. Nothing was changed: ${reason}`, { cause: error });
  }
}

/** At every moment there is a log: the old one or the new. */
function swap(log: string, fresh: string, aside: string | undefined): void {
  if (aside) {
    settle(log);
    for (const suffix of SUFFIXES) {
      if (existsSync(log + suffix)) renameSync(log + suffix, aside + suffix);
    }
    linkSync(log, aside);
  } else for (const suffix of SUFFIXES) rmSync(log + suffix, { force: true });
  // A write-ahead log that came back beside the new log would be taken for its own.
  syncPath(dirname(log));
  renameSync(fresh, log);
}

/** Moves what its write-ahead log holds into a log, if it can be opened at all. */
function settle(file: string): void {
  try {
    openSqlite(file, 'FULL').db.close();
  } catch {
    // Damaged: put aside as it is, write-ahead log and all.
  }
}

async function rebuilt(dataDir: string, file: string, onProgress: OnProgress): Promise<string> {
  const viewsFile = join(dataDir, 'views.db');
  for (const suffix of ['', ...SUFFIXES]) rmSync(viewsFile + suffix, { force: true });
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
