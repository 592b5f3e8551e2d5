import { setTimeout as sleep } from 'node:timers/promises';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { Rejection } from '../domain/rejection.js';
import { isStorageFailure, saysUnusable } from '../sqlite/database.js';

/** Whether the file of read models can be read and written; where it is damaged or outdated, it has it rebuilt. */
export interface ViewsHealth {
  /**
   * Takes an error from reading or writing the file, on any thread. Reports the first of a kind, and begins to mend
   * what is damaged. What is no error of the file is only reported.
   */
  failed(error: unknown): void;
  /** The same for what only a reader has noticed, said as a sentence. Gives what to refuse that reader with. */
  damaged(how: string): Rejection;
  /** What to refuse a reader with that got this error: a `Rejection` if it is one of the file, else the error. */
  refusal(error: unknown): unknown;
  /** Takes whether the file that is in use holds what was redacted. It is rebuilt for as long as it does. */
  outdated(isOutdated: boolean): void;
  /** From now on the file is mended with `rebuild`, which swaps rebuilt read models in. */
  mendWith(rebuild: () => Promise<unknown>): void;
  /** Why the file must not be read; undefined while it may be. */
  damage(): string | undefined;
  /** What keeps the file from being read or written; undefined when nothing does. */
  trouble(): string | undefined;
  /** To be called when the file was written as far as the log goes. */
  wrote(): void;
  close(): void;
}

/** The first attempt to mend comes at once, the second after a second, then after twice as long each time. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** Damage that comes again earlier counts as another attempt: a dying disk must not cause one rebuild after another. */
const MENDED_FOR_GOOD_MS = 600_000;

/** What callers read of a fault: the file by its name alone. */
const sayOf = (error: unknown) => messageOf(error, 'views.db');

/** Milliseconds since any moment, and a pause of so many. */
interface Timing {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const REAL_TIME: Timing = {
  now: () => performance.now(),
  pause: (ms) => sleep(ms, undefined, { ref: false }),
};

/**
 * Watches over the file of read models of a running vault, given by its path. That it is damaged or cannot be written is
 * a condition, which `raise` and `clear` take; `report` takes all other errors.
 */
export function viewsHealth(
  file: string,
  { report, raise, clear }: Pick<Reporter, 'report' | 'raise' | 'clear'>,
  { now, pause }: Timing = REAL_TIME,
): ViewsHealth {
  let rebuild: (() => Promise<unknown>) | undefined;
  let damage: string | undefined;
  let writeFailure: string | undefined;
  let outdated = false;
  let mending = false;
  let attempts = 0;
  let mendedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  function damaged(how: string): Rejection {
    if (damage === undefined && !closed) {
      damage = how;
      raise(new Diagnostic('views_damaged', `the read models are damaged: ${how}`, { file }));
      mendIfNeeded();
    }
    return new Rejection(
      'not_ready',
      'the read models are damaged and are being rebuilt from the log: try again',
    );
  }

  /** Whether an error names a file, and it is not this one. */
  function isAboutAnother(error: unknown): boolean {
    const about = error instanceof Error && 'file' in error ? error.file : undefined;
    return about !== undefined && about !== file;
  }

  const needsRebuild = () => !closed && (damage !== undefined || outdated);

  function mendIfNeeded(): void {
    if (!rebuild || mending || !needsRebuild()) return;
    mending = true;
    void mend(rebuild);
  }

  async function mend(rebuild: () => Promise<unknown>): Promise<void> {
    if (now() - mendedAt > MENDED_FOR_GOOD_MS) attempts = 0;
    while (needsRebuild()) {
      if (attempts > 0) {
        await pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS));
      }
      if (closed) break;
      attempts++;
      try {
        await rebuild();
        if (damage !== undefined) mended();
        // Redactions that come one after another share the next rebuild.
        else attempts = outdated ? 1 : 0;
      } catch {
        // The rebuild has reported why.
      }
    }
    mending = false;
  }

  function mended(): void {
    damage = undefined;
    mendedAt = now();
    clear('views_damaged');
  }

  return {
    damaged,
    outdated(isOutdated) {
      if (isOutdated === outdated || closed) return;
      outdated = isOutdated;
      if (!outdated) clear('views_outdated');
      else {
        const message = 'the read models still have texts that were redacted after they were built';
        raise(new Diagnostic('views_outdated', message, { file }));
      }
      mendIfNeeded();
    },
    failed(error) {
      // A thread that follows the log also reads log.db.
      if (isAboutAnother(error)) report(error);
      else if (saysUnusable(error)) damaged(sayOf(error));
      else if (!isStorageFailure(error)) report(error);
      else {
        const first = writeFailure === undefined;
        writeFailure = sayOf(error);
        if (!first) return;
        const message = `the read models cannot be written: ${writeFailure}`;
        raise(new Diagnostic('views_unwritable', message, { file }));
      }
    },
    refusal: (error) =>
      saysUnusable(error) && !isAboutAnother(error) ? damaged(sayOf(error)) : error,
    mendWith(given) {
      rebuild = given;
      mendIfNeeded();
    },
    damage: () => damage,
    trouble() {
      if (damage !== undefined) return `the read models are damaged: ${damage}`;
      return writeFailure && `the read models cannot be written: ${writeFailure}`;
    },
    wrote() {
      if (writeFailure === undefined) return;
      writeFailure = undefined;
      clear('views_unwritable');
    },
    close() {
      closed = true;
    },
  };
}
