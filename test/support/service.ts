import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { ADMIN_KEY } from './testApp.js';

/** A service in its own process, as users run it. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Sends a signal and resolves with the exit code; null when the signal killed the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Starts the built service on a free port; resolves when it answers. */
export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const child = spawnCli([], dataDir, env);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await addressOf(child);
  return {
    url,
    process: child,
    stop(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs a command of the CLI to its end, with `input` on its standard input. */
export async function runCli(
  args: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
  input = '',
): Promise<{ code: number | null; output: string; stdout: string; stderr: string }> {
  const child = spawnCli(args, dataDir, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { output: '', stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    // `setEncoding`, because a character of several bytes may be split across two chunks.
    child[stream]?.setEncoding('utf8').on('data', (chunk) => {
      written[stream] += chunk;
      written.output += chunk;
    });
  }
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...written };
}

function spawnCli(args: readonly string[], dataDir: string, env: Record<string, string>) {
  return spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      VAULT_DATA_DIR: dataDir,
      VAULT_PORT: '0',
      VAULT_RATE_LIMIT: '0',
      VAULT_CREDENTIAL_LIMIT: '0',
      VAULT_ADMIN_KEY: ADMIN_KEY,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: string) => {
      output += chunk;
      const [, url] = /listens on (http:\S+)/.exec(output) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${output}`)));
  });
}
