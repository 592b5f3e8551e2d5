import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The program in a terminal. */
export interface TerminalRun {
  /** All that it has written, with its control sequences. */
  output(): string;
  /** Presses keys, such as `\r`. */
  type(keys: string): void;
  /** Resolves once its output matches. */
  shows(pattern: RegExp): Promise<void>;
  readonly ended: Promise<number>;
}

/** Runs the built program in a pseudo-terminal of so many columns. Of the environment of the tests it sees only PATH. */
export function inTerminal(
  args: readonly string[],
  { columns, env }: { readonly columns: number; readonly env: Readonly<Record<string, string>> },
): TerminalRun {
  const { PATH = '' } = process.env;
  const run = spawn(process.execPath, [CLI, ...args], {
    ...{ cols: columns, rows: 50, env: { PATH, TERM: 'xterm-256color', ...env } },
  });
  let isOver = false;
  onTestFinished(() => {
    if (!isOver) run.kill('SIGKILL');
  });
  let written = '';
  const listeners = new Set<() => void>();
  run.onData((data) => {
    written += data;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<number>((resolve) => {
    run.onExit(({ exitCode }) => {
      isOver = true;
      resolve(exitCode);
    });
  });
  return {
    output: () => written,
    type: (keys) => run.write(keys),
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(written)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without ${pattern}: ${written}`)));
      }),
    ended,
  };
}
