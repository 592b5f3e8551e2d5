import { once } from 'node:events';
import picocolors from 'picocolors';
import { endAtClosedPipe } from './endAtClosedPipe.js';
import { EXIT } from './failed.js';

/** How a verb can print what it found. */
export const FORMATS = ['table', 'md', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Where a verb prints, and what that can show. */
export interface Output {
  readonly format: Format;
  /** Whether somebody named the format. */
  readonly isFormatGiven: boolean;
  /** Of the terminal; undefined for a pipe or a file, where nothing has to be cut. */
  readonly columns: number | undefined;
  readonly colours: ReturnType<typeof picocolors.createColors>;
  /** Writes to standard output, and waits while its reader is slower. */
  write(text: string): Promise<void>;
  /** Tells whoever calls the verb something that is not its result: a line on standard error. */
  note(text: string): void;
}

interface OutputOptions {
  readonly format?: Format | undefined;
  readonly color?: boolean | undefined;
}

/** The output of this process. Colours are off with `NO_COLOR` (any value), `--no-color`, a dumb terminal and a pipe. */
export function outputOf({ format, color = true }: OutputOptions, env: NodeJS.ProcessEnv): Output {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const isColoured = isTerminal && color && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    format: format ?? (isTerminal ? 'table' : 'ndjson'),
    isFormatGiven: format !== undefined,
    columns: isTerminal ? stdout.columns || 80 : undefined,
    colours: picocolors.createColors(isColoured),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note: (text) => console.error(text),
  };
}

/**
 * Lets this process end as people expect it of a verb: with 130 at Ctrl-C, and with 0 when the reader of a pipe has seen
 * enough (`| head`).
 */
export function endAsExpected(): void {
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  endAtClosedPipe();
}
