import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { forgetContexts } from '../files/keptContexts.js';
import { notRegular } from '../files/regularFile.js';
import { syncPath } from '../files/writeFile.js';
import { headOf } from '../log/sqlite/headOf.js';
import { openSqliteEventLog } from '../log/sqlite/sqliteEventLog.js';
import { allProjections } from '../projections/allProjections.js';
import { readShared, removeDatabase, withinFile } from '../sqlite/databaseFiles.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import { openViews } from '../views/openViews.js';
import type { OnProgress } from '../views/projector.js';
import { digestViews } from '../views/verifyViews.js';
import { SUFFIXES, verifiedCopy } from './backup.js';
import { keepEvidence, timeInNames } from './loss/accept.js';
import { describeLostWal, knownEvents, lossAfter } from './loss/find.js';
import { noteUpkeep, noteVerified } from './upkeep.js';
import type { VerifyReport } from './verification.js';

interface Restored {
  readonly verified: VerifyReport;
  /** How many events the vault knew of before. */
  readonly known: number;
  /** Where the old log is kept, if it held events. */
  readonly aside: string | undefined;
  /** Where that is kept which knows of events that neither the old log nor this one has. */
  readonly kept: readonly string[];
  /** What FILE had lost, if it was the log of a machine that crashed. */
  readonly lacks: string | undefined;
  /** The digest of the read models that were built from the restored log. */
  readonly digest: string;
}

interface RestoreOptions {
  /** Whether a log that holds events may be put aside. */
  readonly replace: boolean;
  readonly now: number;
  readonly onProgress: OnProgress;
  /** Gets what a read model reports while it is built. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Makes a backup the log of a data directory that no process serves: verifies the backup, puts the old log aside and
 * builds the read models. Throws when the backup does not verify, or when the old log holds events and `replace` is
 * false; then nothing is changed.
 */
export async function restore(
  config: Config,
  file: string,
  options: RestoreOptions,
): Promise<Restored> {
  refuseShared(config);
  refuseNoBackup(file);
  const { replace, now } = options;
  const dataDir = claimDirectory(config.dataDir);
  const time = formatTime(toSeconds(now));
  const lock = lockDirectory(dataDir, time);
  try {
    const log = dataFiles({ dataDir }).log;
    const occupied = holdsEvents(log);
    if (occupied && !replace) {
      throw new Error(
        `${dataDir} already has a log with events: restore with --replace to put it aside`,
      );
    }
    const fresh = join(dataDir, 'log.db.restoring');
    const lacks = describeLostWal(file);
    const verified = await verifiedCopy(file, fresh);
    const known = knownEvents(dataDir);
    const kept = keepEvidence(dataDir, lossAfter(dataDir, fresh), now);
    // Before the swap: next to the new log, they would know of events that it lacks.
    removeDatabase(dataFiles({ dataDir }).views);
    const aside = occupied ? `${log}.replaced-${timeInNames(now)}` : undefined;
    swap(log, fresh, aside);
    // What was found was in the old log. The last backup stays a backup.
    noteUpkeep(dataDir, { checked: undefined });
    noteVerified(dataDir, verified);
    // They are of the log that was put aside.
    forgetContexts(dataDir, options.onError ?? (() => {}));
    syncPath(dataDir);
    const digest = await rebuilt(dataDir, log, options);
    return { verified, known, aside, kept, lacks, digest };
  } finally {
    lock.release();
  }
}

/** What was restored would not be what the shared log holds, and every node would go on with that. */
function refuseShared({ sharedLog }: Config): void {
  if (!sharedLog) return;
  throw new Diagnostic('setting_wrong', 'a backup is not restored into a shared log', {
    setting: 'VAULT_LOG',
    next:
      'restore it into an empty VAULT_DATA_DIR with VAULT_LOG=sqlite, then move it into an empty database with ' +
      'memory-vault migrate --to postgres://…',
  });
}

function refuseNoBackup(file: string): void {
  const wal = `${file}-wal`;
  const walStats = statSync(wal, { throwIfNoEntry: false });
  if (walStats && !walStats.isFile())
    throw notRegular(
      wal,
      'move it away: restore would read it as the write-ahead log of the backup',
    );
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  throw new Diagnostic('cannot_open', `there is no file ${file}: give the path of a backup`, {
    file,
  });
}

/** True also for a log that cannot be read, which may hold events. */
function holdsEvents(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return false;
  try {
    return readShared(file, headOf).position > 0;
  } catch {
    return true;
  }
}

/** Replaces the log. At every moment there is a log: the old one or the new one. */
function swap(log: string, fresh: string, aside: string | undefined): void {
  if (aside) {
    try {
      // Moves the write-ahead log into the file.
      withinFile(log, () => {});
    } catch {
      // The log is damaged: it is put aside as it is, with its write-ahead log.
    }
    for (const suffix of SUFFIXES) {
      if (existsSync(log + suffix)) renameSync(log + suffix, aside + suffix);
    }
    linkSync(log, aside);
  } else for (const suffix of SUFFIXES) rmSync(log + suffix, { force: true });
  // An old write-ahead log that came back next to the new log would be taken for its own.
  syncPath(dirname(log));
  renameSync(fresh, log);
}

async function rebuilt(
  dataDir: string,
  file: string,
  { onProgress, onError = () => {} }: RestoreOptions,
): Promise<string> {
  const viewsFile = dataFiles({ dataDir }).views;
  const log = openSqliteEventLog(file);
  try {
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
