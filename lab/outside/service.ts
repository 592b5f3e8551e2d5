import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { flagsOf } from '../../src/config/nodeFlags.js';
import { environment, freePort } from '../../tools/server/serverProcess.js';
import { ADMIN_KEY } from './ask.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const START_MS = 60_000;
const END_MS = 30_000;
const LOOK_MS = 15;

/** A started service, seen from outside. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** `refused`: the process has ended before it was ready. */
  readonly state: 'ready' | 'refused' | 'hangs';
  /** Everything that it has printed until now. */
  output(): string;
  hasEnded(): boolean;
  /** Sends a signal and waits for the end. Returns the exit code; null when a signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Returns after so many milliseconds, ready or not. */
  readonly patience?: number;
}

/** Starts the built service on a data directory and waits until it is ready, has ended, or `patience` is over. */
export async function start(directory: string, options: StartOptions = {}): Promise<Service> {
  const port = await freePort();
  const { args = [], env = {}, patience = START_MS } = options;
  const child = run(['serve', ...args], directory, { VAULT_PORT: String(port), ...env });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + patience;
  let isReady = false;
  while (!isReady && !hasEnded(child.process) && performance.now() < deadline) {
    isReady = await fetch(`${url}/readyz`).then(
      // A damaged log takes no saves until its owner has mended it: this service is as ready as it will be.
      async (answer) => answer.ok || (await answer.text()).includes('log_damaged'),
      () => false,
    );
    if (!isReady) await sleep(LOOK_MS);
  }
  return {
    url,
    pid: child.process.pid ?? 0,
    state: isReady ? 'ready' : hasEnded(child.process) ? 'refused' : 'hangs',
    output: child.output,
    hasEnded: () => hasEnded(child.process),
    async stop(signal) {
      child.process.kill(signal);
      const late = setTimeout(() => child.process.kill('SIGKILL'), END_MS);
      const code = await child.ended;
      clearTimeout(late);
      return code;
    },
  };
}

/** Runs a command of the CLI to its end. */
export async function command(
  args: readonly string[],
  directory: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = run(args, directory, {});
  const late = setTimeout(() => child.process.kill('SIGKILL'), START_MS);
  const code = await child.ended;
  clearTimeout(late);
  return { code, output: child.output() };
}

function run(args: readonly string[], directory: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...flagsOf(args[0] ?? ''), CLI, ...args], {
    env: { ...environment({ directory, adminKey: ADMIN_KEY }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // No child may outlive this process.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
  return { process: child, ended, output: () => output };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;
