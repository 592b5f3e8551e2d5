import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A program that runs beside a test. */
export interface Program {
  readonly process: ChildProcess;
  /** How it ended, once it and everything that holds its output have ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** What it has written so far to both outputs. */
  output(): string;
  /** Resolves with the text that a pattern finds in its output; rejects when it ends without. */
  line(pattern: RegExp): Promise<string>;
}

/** Starts a program. Of the environment of the tests it sees only PATH and HOME. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Program {
  const { PATH, HOME } = process.env;
  // In a group of its own, so that a failed test can end what it started in turn.
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...env }, detached: true });
  onTestFinished(() => endGroup(child));
  let written = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      for (const listener of listeners) listener();
    });
  const ended: Program['ended'] = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    process: child,
    ended,
    output: () => written,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(written) ?? [];
          if (found === undefined) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`it ended without ${pattern}: ${written}`)), reject);
      }),
  };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
