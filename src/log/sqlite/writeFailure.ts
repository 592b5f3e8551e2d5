import { Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import { LogBroken, LogRefused } from '../logFailures.js';

/**
 * What an error of a write to the log means. It tells what heals (a `LogRefused`) from an engine, or a file, whose next
 * fsync may falsely succeed (a `LogBroken`). Any other error is returned as it is.
 */
export function writeFailure(error: unknown): unknown {
  const { code, message, file } = diagnosticOf(error);
  switch (code) {
    case 'disk_full':
      return new LogRefused(
        'the disk is full: nothing was stored. Free some space and try again',
        new Diagnostic('log_disk_full', `saves are refused: ${message}`, { file, cause: error }),
      );
    case 'file_locked':
      return new LogRefused(
        'another program has locked log.db: nothing was stored. End that program and try again',
        new Diagnostic('log_locked', `saves are refused: ${message}`, { file, cause: error }),
      );
    case 'disk_failed':
    case 'file_damaged':
      return error instanceof Error ? new LogBroken(error) : error;
    default:
      return error;
  }
}
