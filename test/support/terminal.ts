import { closeSync, constants, openSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface TerminalOptions {
  /** Run in place of the built program. */
  readonly program?: string;
  /** By default 80. */
  readonly columns?: number;
  /** Besides PATH and TERM, there are no other variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The built program in a pseudo-terminal, as a person sits before it. Ended with the test. */
export interface Terminal {
  /** Presses keys: `\r` is Enter, `\x03` Ctrl-C, `\x04` the end of the input. */
  press(keys: string): void;
  /** All that was shown so far, with escape sequences. Lines end with a line feed alone. */
  output(): string;
  /** Resolves when the output matches; rejects when the program ends before. */
  shows(pattern: RegExp): Promise<string>;
  /** Resolves with the exit code when the program has ended; with the negative number of the signal that killed it. */
  readonly ended: Promise<number>;
}

export function terminal(args: readonly string[], options: TerminalOptions = {}): Terminal {
  const { program, columns = 80, env = {}, cwd = process.cwd() } = options;
  const [file, all] =
    program === undefined ? [process.execPath, [CLI, ...args]] : [program, [...args]];
  const pty = spawn(file, all, {
    name: 'xterm-256color',
    cols: columns,
    rows: 50,
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
  });
  readToTheEnd(pty);
  let written = '';
  let hasEnded = false;
  const listeners = new Set<() => void>();
  pty.onData((text) => {
    written += text;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      resolve(signal > 0 ? -signal : exitCode);
    });
  });
  onTestFinished(() => {
    if (!hasEnded) pty.kill('SIGKILL');
  });
  const output = () => written.replaceAll('\r\n', '\n');
  return {
    press: (keys) => pty.write(keys),
    output,
    ended,
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(output()) ?? [];
          if (found === undefined) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`it ended without ${pattern}: ${output()}`)), reject);
      }),
  };
}

/**
 * Makes a pseudo-terminal give all that its program wrote before it ended. Node takes the hang-up of a terminal for its
 * end, although more than one read of 4 KB may be left in it: while the program's side is open here too, it does not hang
 * up. node-pty closes it 200 ms after the exit: now it does so once nothing has come during a turn of the event loop.
 */
function readToTheEnd(pty: IPty): void {
  // node-pty tells neither in its types.
  const { _pty: name, _socket: socket } = pty as IPty & { _pty: string; _socket: ReadStream };
  const programSide = openSync(name, constants.O_RDWR | constants.O_NOCTTY);
  let reads = 0;
  pty.onData(() => reads++);
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    socket.destroy = destroy;
    const look = (before: number) => {
      if (reads !== before) return void setTimeout(look, 1, reads);
      closeSync(programSide);
      destroy(error);
    };
    setTimeout(look, 1, reads);
    return socket;
  };
}

/** Runs the program in a terminal to its end. */
export async function inTerminal(args: readonly string[], options: TerminalOptions = {}) {
  const shown = terminal(args, options);
  const code = await shown.ended;
  const output = shown.output();
  return { code, output, lines: output.split('\n').filter((line) => line !== '') };
}
