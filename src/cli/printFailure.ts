import { CommanderError } from 'commander';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { Diagnostic, diagnosticOf, sentenceOf } from '../diagnostics/diagnostic.js';
import { EXIT, Failed } from './terminal/failed.js';

/** Prints what went wrong, and what to do about it, for people: on standard error. */
export function printFailure(error: unknown): void {
  // It has said so itself. Of `--help`, there is nothing to say.
  if (error instanceof CommanderError) return;
  console.error(`memory-vault: ${sentenceOf(error)}`);
}

/** What keeps a command that only reads from its work, and says nothing about the vault. */
const NOT_READ: readonly DiagnosticCode[] = ['not_verified', 'log_older', 'log_newer'];

/** Commands whose exit code 1 says that something was changed. What keeps them from a verdict gives another one. */
const CHECKS: readonly (string | undefined)[] = ['verify', 'verify-proof'];
const NOT_VERIFIED = 2;

/** The exit code of a command that threw an error. */
export function exitCodeOf(error: unknown, command: string | undefined): number {
  if (error instanceof Failed) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const isUnknown = CHECKS.includes(command) || NOT_READ.includes(diagnosticOf(error).code);
  return isUnknown ? NOT_VERIFIED : EXIT.failed;
}

/**
 * Runs a check. Whatever keeps it from a verdict becomes a `not_verified`, so that nobody takes a file that cannot be
 * opened for one that somebody has changed.
 */
export async function verifying<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const cause = diagnosticOf(error);
    const { message, file } = cause;
    throw new Diagnostic('not_verified', `could not verify: ${message}`, { file, cause });
  }
}
