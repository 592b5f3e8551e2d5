import { DatabaseError } from 'pg';
import { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { messageOf } from '../../../diagnostics/messageOf.js';
import { LogRefused } from '../../logFailures.js';
import { SharedLogInterrupted } from '../sharedLog.js';

/** Conflicts, lock timeouts, cancelled statements, shutdowns, sessions that were ended and connections that broke (SQLSTATE). */
const PASSES = /^(08|40|57|55P03|25P03|53300)/;

/** A login that fails, no such database, and missing rights. */
const NO_ACCESS = /^(28|3D000|42501)/;

/**
 * What an error of PostgreSQL, or of the connection to it, means: a `SharedLogInterrupted` for what passes, a `LogRefused`
 * when nothing was written and somebody has to do something, a `Diagnostic` for what no repetition mends. Any other one is a
 * mistake of ours and is returned as it is.
 */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof SharedLogInterrupted || error instanceof LogRefused) return error;
  if (error instanceof Diagnostic || error instanceof TypeError) return error;
  const said = `PostgreSQL: ${messageOf(error)}`;
  const isServers = error instanceof DatabaseError;
  const code = isServers ? (error.code ?? '') : '';
  // A password that is missing or wrong is noticed on this side.
  if (NO_ACCESS.test(code) || error.message.startsWith('SASL'))
    return new Diagnostic('shared_log_no_access', said, { cause: error });
  if (!isServers || PASSES.test(code))
    return new SharedLogInterrupted(code === '' ? said : `${said} (${code})`, { cause: error });
  if (code.startsWith('53'))
    return new LogRefused(
      'the shared log has no space or memory left: nothing was stored. Try again later',
      new Diagnostic('shared_log_full', `saves are refused: ${said}`, { cause: error }),
    );
  if (code === '25006')
    return new LogRefused(
      'the shared log takes no writes: nothing was stored. Try again later',
      new Diagnostic('shared_log_read_only', `saves are refused: ${said}`, { cause: error }),
    );
  return error;
}
