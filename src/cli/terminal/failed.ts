/** What the exit code of a verb says. `memory-vault --help` and docs/operations.md list them. */
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
