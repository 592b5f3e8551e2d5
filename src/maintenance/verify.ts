import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { z } from 'zod';
import { aboutFile, Diagnostic, isOfSurroundings } from '../diagnostics/diagnostic.js';
import { readCheckpoint } from '../log/signedCheckpoint/checkpoint.js';
import { type ExtensionCheck, extensionCheck } from '../log/signedCheckpoint/extensionCheck.js';
import { readVerifierKey } from '../log/signedCheckpoint/noteKey.js';
import { openNote } from '../log/signedCheckpoint/signedNote.js';
import {
  PROBLEM_KINDS,
  type ProblemKind,
  problemList,
  type Report,
} from '../log/verify/problem.js';
import { verifyLog } from '../log/verify/verifyLog.js';
import { allProjections } from '../projections/allProjections.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import type { OnProgress } from '../views/projector.js';
import { verifyViews } from '../views/verifyViews.js';
import { holdsExactly } from '../views/viewsFile.js';
import { readTogether } from './readTogether.js';

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
  /** A signed checkpoint that the log must extend, and the key that it must be signed with. */
  readonly against?: { readonly note: string; readonly key: string } | undefined;
}

export const VerifyReport = z
  .object({
    ok: z.boolean(),
    events: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    head: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description: 'The last position.' }),
    hash: z.string().meta({ description: 'The hash there, of all events up to it, in hex.' }),
    problems: z
      .array(
        z.object({
          position: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
          // The keys of PROBLEM_KINDS are its kinds; Object.keys forgets it.
          kind: z.enum(Object.keys(PROBLEM_KINDS) as [ProblemKind, ...ProblemKind[]]),
          detail: z.string(),
        }),
      )
      .meta({ description: 'The first hundred.' }),
    more: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Problems not listed.' }),
    views_compared: z.boolean(),
    views_at: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().meta({
      description:
        'Position up to which the read models were compared. The next start applies the events after it.',
    }),
    seconds: z.number().min(0),
  })
  .meta({ id: 'VerifyReport' });
export type VerifyReport = z.infer<typeof VerifyReport>;

/**
 * Verifies a vault from its files, while a service may write them: every event, hash, guard and page of one
 * snapshot of the log, and the read models against a replay. Nothing is written. Throws when a file cannot be read for a
 * reason that says nothing about its content, such as its permissions.
 */
export async function verify(
  { logFile, logHandle, viewsFile, against }: VerifyJob,
  onProgress: { log?: OnProgress; views?: OnProgress } = {},
): Promise<VerifyReport> {
  const start = performance.now();
  const problems = problemList();
  const { report, listed, total } = problems;
  refuseNoFile(logFile);
  const log = openSqliteReader(logFile);
  const handle = logHandle ?? openSync(logFile, 'r');
  let views: Sql | undefined;
  try {
    views = openViews(viewsFile, report);
    await readTogether(log, views);
    const extended = against && readAgainst(against, report);
    const walked = verifyLog(log, handle, {
      report,
      onLeaf: extended?.onLeaf,
      onProgress: onProgress.log,
    });
    const objection = walked && extended?.problem();
    if (objection) report('checkpoint', null, objection);
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
    report('views', null, `the read models cannot be read: ${reasonOf(error)}`);
  }
  views.db.close();
  return undefined;
}

function readAgainst(
  { note, key }: NonNullable<VerifyJob['against']>,
  report: Report,
): ExtensionCheck | undefined {
  try {
    return extensionCheck(readCheckpoint(openNote(note, readVerifierKey(key))));
  } catch (error) {
    report('checkpoint', null, reasonOf(error));
    return undefined;
  }
}

function compare(views: Sql, log: Sql, report: Report, onProgress?: OnProgress): number | null {
  try {
    return verifyViews(views, log, allProjections, { report, onProgress });
  } catch (error) {
    if (isOfSurroundings(error)) throw aboutFile(error, views.db.name);
    report('views', null, `the read models cannot be compared: ${reasonOf(error)}`);
    return null;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
