import { CommanderError } from '@commander-js/extra-typings';
import type { DiagnosticCode } from '../../diagnostics/catalogue.js';
import { Diagnostic, diagnosticOf, faultOf, sentenceOf } from '../../diagnostics/diagnostic.js';

/** What the exit code of a verb says. `memory-vault --help` and docs/cli.md list them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** What was asked for is not there. */
  nothing: 3,
  /** The vault answered, and said no. */
  refused: 4,
  unreachable: 5,
  /** Ended by Ctrl-C: 128 and the number of the signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a verb did not do what it was asked: a message for a person, and the exit code. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** What was asked for is not there. */
export const nothingFound = (message: string) => new Failed(EXIT.nothing, message);

/** The command line makes no sense as it is. */
export const misused = (message: string) => new Failed(EXIT.usage, message);

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

/** The streams that are watched. */
const watched = new WeakSet<NodeJS.WriteStream>();

/**
 * From now on, this process ends with 0 when the reader of a pipe has seen enough (`| head`), and with `failed` and a sentence
 * when its output can no longer be written, as on a full disk. What cannot be said on standard error is left unsaid.
 */
export function endAtClosedPipe(failed: number = EXIT.failed): void {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    if (watched.has(stream)) continue;
    watched.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT.done);
      if (stream === stderr) return;
      console.error(`memory-vault: the output could not be written: ${reasonOf(error)}`);
      process.exit(failed);
    });
  }
}

/**
 * Lets this process end as people expect it of a verb: with 130 at Ctrl-C, and with 0 when the reader of a pipe has seen
 * enough.
 */
export function endAsExpected(): void {
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  endAtClosedPipe();
}

function reasonOf({ code }: NodeJS.ErrnoException): string {
  const place = 'the file or terminal that it goes to';
  return faultOf(code)?.say(place) ?? `${place} accepts no more data`;
}
