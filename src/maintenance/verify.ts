import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { aboutFile, Diagnostic, isOfSurroundings, messageOf } from '../diagnostics/diagnostic.js';
import { headOf } from '../log/sqlite/headOf.js';
import { problemList, type Report } from '../log/verify/problem.js';
import { extensionCheck } from '../log/verify/rehashLog.js';
import { verifyLog } from '../log/verify/verifyLog.js';
import { allProjections } from '../projections/allProjections.js';
import { readShared } from '../sqlite/databaseFiles.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import type { OnProgress } from '../views/projector.js';
import { verifyViews } from '../views/verifyViews.js';
import { cursorsOf, holdsExactly } from '../views/viewsFile.js';
import { checkpointOf, lastSigned, type SignedBy } from './checkpoints.js';
import { describeLoss, describeLostWal, lossOf } from './loss/find.js';
import type { VerifyReport } from './verification.js';

/** What to verify. Plain values, so that it can be handed to a thread. */
export interface VerifyJob {
  readonly logFile: string;
  /**
   * The log, opened for reading: given by a process that has it open as a database. To close a file takes away
   * all locks that the process has on it (https://sqlite.org/howtocorrupt.html, 2.2).
   */
  readonly logHandle?: number | undefined;
  /** Read models to compare with a replay, if there are any. */
  readonly viewsFile?: string | undefined;
  /** A signed checkpoint that the log must extend. */
  readonly against?: SignedBy | undefined;
  /** The vault of the log, if it is in one: the log must hold all that other files of the vault know of. */
  readonly dataDir?: string | undefined;
}

/**
 * Verifies a vault from its files, while a service may write them: every event, hash, guard and page of one
 * snapshot of the log, and the read models against a replay. Nothing is written. Throws when a file cannot be read for a
 * reason that says nothing about its content, such as its permissions.
 */
export async function verify(
  { logFile, logHandle, viewsFile, against, dataDir }: VerifyJob,
  onProgress: { log?: OnProgress; views?: OnProgress } = {},
): Promise<VerifyReport> {
  const start = performance.now();
  const problems = problemList();
  const { report, listed, total } = problems;
  refuseNoFile(logFile);
  // First, since a running service may sign another one meanwhile, of a longer log.
  const signed = dataDir === undefined ? undefined : orReport(() => lastSigned(dataDir), report);
  const lost = dataDir === undefined ? describeLostWal(logFile) : lossIn(dataDir);
  if (lost) report('lost', null, lost);
  const log = openSqliteReader(logFile);
  const handle = logHandle ?? openSync(logFile, 'r');
  let views: Sql | undefined;
  try {
    views = openViews(viewsFile, report);
    await readTogether(log, views);
    const extended = [against, signed].flatMap(
      (one) => (one && orReport(() => extensionCheck(checkpointOf(one)), report)) ?? [],
    );
    const walked = verifyLog(log, handle, {
      report,
      onLeaf(leaf) {
        for (const { onLeaf } of extended) onLeaf(leaf);
      },
      onProgress: onProgress.log,
    });
    for (const { problem } of walked ? extended : []) {
      const objection = problem();
      if (objection) report('checkpoint', null, objection);
    }
    const seen = walked && views ? compare(views, log, report, onProgress.views) : null;
    return {
      ok: total() === 0,
      events: walked?.events ?? 0,
      head: walked?.position ?? 0,
      hash: walked?.hash ?? '',
      problems: [...listed],
      more: total() - listed.length,
      views_compared: seen !== null,
      views_at: seen,
      seconds: (performance.now() - start) / 1000,
    };
  } catch (error) {
    throw aboutFile(error, logFile);
  } finally {
    log.db.close();
    views?.db.close();
    if (logHandle === undefined) closeSync(handle);
  }
}

/** SQLite opens a directory and then reports a failure of the disk. */
function refuseNoFile(file: string): void {
  if (statSync(file).isFile()) return;
  throw new Diagnostic('cannot_open', `${file} is not a file`, { file });
}

/** Read models that a release like this one wrote; the next start builds all others from scratch. */
function openViews(file: string | undefined, report: Report): Sql | undefined {
  if (file === undefined || !existsSync(file)) return undefined;
  const views = openSqliteReader(file);
  try {
    if (holdsExactly(views, allProjections)) return views;
  } catch (error) {
    if (isOfSurroundings(error)) {
      views.db.close();
      throw aboutFile(error, file);
    }
    report('views', null, `the read models cannot be read: ${messageOf(error)}`);
  }
  views.db.close();
  return undefined;
}

function orReport<T>(read: () => T, report: Report): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    report('checkpoint', null, messageOf(error));
    return undefined;
  }
}

function lossIn(dataDir: string): string | undefined {
  const loss = lossOf(dataDir, readShared);
  return loss && describeLoss(dataDir, loss);
}

function compare(views: Sql, log: Sql, report: Report, onProgress?: OnProgress): number | null {
  try {
    return verifyViews(views, log, allProjections, { report, onProgress });
  } catch (error) {
    if (isOfSurroundings(error)) throw aboutFile(error, views.db.name);
    report('views', null, `the read models cannot be compared: ${messageOf(error)}`);
    return null;
  }
}

const TRIES = 50;

/** Begins to read the log and the read models at a moment at which these have seen all of it, or soon one before it. */
async function readTogether(log: Sql, views: Sql | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    views?.db.exec('BEGIN');
    log.db.exec('BEGIN');
    // Read in any case: only a read pins the moment, and the read models must not be of a later one.
    const seen = views && orUndefined(() => seenBy(views));
    const head = orUndefined(() => headOf(log).position);
    // The verification reports damage with more detail.
    const unknown = seen === undefined || head === undefined;
    if (unknown || seen === head || tries === TRIES) return;
    views?.db.exec('ROLLBACK');
    log.db.exec('ROLLBACK');
    await sleep(20);
  }
}

/** The position that all read models have seen. */
function seenBy(views: Sql): number {
  return Math.min(...cursorsOf(views).map(({ position }) => position));
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Verifies a log before it becomes the only truth elsewhere. Throws when anything is wrong with it. */
export async function verifyWhole(job: VerifyJob, onProgress?: OnProgress): Promise<VerifyReport> {
  const report = await verify(job, { log: onProgress });
  const [problem] = report.problems;
  if (!problem) return report;
  const { logFile: file } = job;
  throw new Diagnostic(
    'file_damaged',
    `${file} does not verify, and nothing was moved: ${problem.detail} (${report.problems.length + report.more} in all)`,
    { file },
  );
}
