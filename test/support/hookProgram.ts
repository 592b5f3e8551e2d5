import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

/** A run of the hook program, as an agent starts it. */
export interface HookRun {
  /** Such as `['claude-code', 'session-start']`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Written to standard input as JSON, a string as it is; `null` writes nothing and leaves it open. */
  readonly input: object | string | null;
  /** Leaves standard input open behind what is written. */
  readonly isOpen?: boolean;
  readonly cwd?: string;
  /** Its clock runs a hundred times slower, so its budget lasts on a busy machine. */
  readonly isUnhurried?: boolean;
}

const SLOW_CLOCK =
  'data:text/javascript,const { uptime } = process; process.uptime = () => uptime() / 100;';

export interface HookEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built hook program. `kill` ends it wherever it is. */
export function startHook({ args, env, input, isOpen = false, cwd, isUnhurried }: HookRun): {
  readonly ended: Promise<HookEnd>;
  kill(): void;
} {
  const { PATH } = process.env;
  const clock = isUnhurried ? ['--import', SLOW_CLOCK] : [];
  const child = spawn(process.execPath, [...clock, HOOK, ...args], { cwd, env: { PATH, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.write(typeof input === 'string' ? input : JSON.stringify(input));
  if (input !== null && !isOpen) child.stdin.end();
  const ended = new Promise<HookEnd>((resolve, reject) => {
    child
      .once('error', reject)
      .once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

export const runHookProgram = (run: HookRun): Promise<HookEnd> => startHook(run).ended;
