import { execFile } from 'node:child_process';

/** A program of the system with its arguments. */
export interface ProgramRun {
  readonly argv: readonly [string, ...string[]];
  /** True where a failure only means that there was nothing to do. */
  readonly mayFail?: boolean;
}

export interface ProgramResult {
  readonly stdout: string;
  /** The exit code; undefined when the program is not there or was killed. */
  readonly status: number | undefined;
  /** The command and why it failed, for the user; undefined when it ended with 0. */
  readonly failure: string | undefined;
}

/** Runs a program to its end, however long that takes: starting a service waits until the service answers. */
export function runProgram({ argv }: ProgramRun): Promise<ProgramResult> {
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) => {
      if (!error) return resolve({ stdout, status: 0, failure: undefined });
      const why = error.code === 'ENOENT' ? 'there is no such program' : stderr.trim();
      const status = typeof error.code === 'number' ? error.code : undefined;
      const failure = `${argv.join(' ')} failed: ${why || `it ended with ${status ?? error.signal}`}`;
      resolve({ stdout, status, failure });
    });
  });
}
