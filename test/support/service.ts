import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Ended, runHere } from './runHere.js';
import { ADMIN_KEY } from './testApp.js';

/** A service in its own process, as users run it. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it has written so far, to both outputs. */
  output(): string;
  /** Sends a signal and resolves with the exit code, null when the signal killed the process. All that it wrote is there then. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

const { PATH } = process.env;
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Starts the built service on a free port; resolves when it answers. */
export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const { child, written, ended } = spawnCli([], dataDir, env);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, found] = /listens on (http:\S+)/.exec(written.output) ?? [];
      if (found) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
    ended.then((code) => reject(new Error(`exited with ${code}: ${written.output}`)));
  });
  return {
    url,
    process: child,
    output: () => written.output,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a command of the CLI to its end in this process (see `runHere`), with `input` on its standard input. */
export function runCli(
  args: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
  input = '',
): Promise<Ended> {
  return runHere(args, { env: environment(dataDir, env), input });
}

/** The same in a process of its own. `code` is null when a signal killed it. */
export async function spawnedCli(
  args: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
  input = '',
): Promise<Omit<Ended, 'code'> & { readonly code: number | null }> {
  const { child, written, ended } = spawnCli(args, dataDir, env);
  child.stdin.end(input);
  return { code: await ended, ...written };
}

/** Starts the built program, which ends with the test. */
function spawnCli(args: readonly string[], dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [CLI, ...args], { env: environment(dataDir, env) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { output: '', stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    // `setEncoding`, because a character of several bytes may be split across two chunks.
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      written[stream] += chunk;
      written.output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, written, ended };
}

function environment(dataDir: string, env: Record<string, string>) {
  return {
    PATH,
    HOME: dataDir,
    VAULT_DATA_DIR: dataDir,
    VAULT_PORT: '0',
    VAULT_RATE_LIMIT: '0',
    VAULT_CREDENTIAL_LIMIT: '0',
    VAULT_ADMIN_KEY: ADMIN_KEY,
    ...env,
  };
}
