import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../src/config/nodeFlags.js';
import { terminate, untilReady } from './childServer.js';

/** A separate vault for a proof or a measurement, run as users run it. */
export interface VaultOptions {
  readonly directory: string;
  readonly adminKey: string;
  /** A free one by default. */
  readonly port?: number | undefined;
  /** Further settings, as environment variables. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Aborts the start, or the command. */
  readonly signal?: AbortSignal | undefined;
}

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it without a warning, as a power cut does. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits. Throws when the process has to be killed or exits with an error. */
  stop(): Promise<void>;
}

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const START_MS = 120_000;
const LOOK_MS = 20;
const STOP_MS = 20_000;

/** Starts a server on the loopback address, without a rate limit. */
export async function startServer(options: VaultOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const env = { ...environment(options), VAULT_PORT: String(port) };
  const { signal } = options;
  return startProcess([...SERVICE_FLAGS, CLI], {
    env,
    signal,
    ready: `http://127.0.0.1:${port}/readyz`,
  });
}

/** Runs a command of the CLI to its end and returns its output. */
export async function runCommand(command: string, options: VaultOptions): Promise<string> {
  const { signal } = options;
  const run = promisify(execFile)(process.execPath, [CLI, command], {
    env: environment(options),
    ...(signal && { signal }),
  });
  return (await run).stdout.trim();
}

/** Runs `node` with `args` and waits until `ready` answers 200. Throws an error with its output if it ends. */
export async function startProcess(
  args: readonly string[],
  options: {
    readonly env: NodeJS.ProcessEnv;
    readonly ready: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ServerProcess> {
  const { env, ready, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // The child must not outlive this process.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await untilReady(child, ready, { most: START_MS, look: LOOK_MS, signal });
    const url = new URL(ready).origin;
    const forget = () => process.off('exit', kill);
    return {
      url,
      pid: child.pid ?? Number.NaN,
      kill: () => terminate(child, 0).finally(forget),
      stop: () => stop(child).finally(forget),
    };
  } catch (error) {
    kill();
    process.off('exit', kill);
    throw error;
  }
}

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

async function stop(child: ChildProcess): Promise<void> {
  await terminate(child, STOP_MS);
  if (child.exitCode !== 0) {
    throw new Error(`the server ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`);
  }
}

/** The environment of the child: that of this process, with the settings of the vault in place of its own. */
export function environment({ directory, adminKey, settings }: VaultOptions): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('VAULT_'));
  return {
    ...SERVICE_ENV,
    ...Object.fromEntries(others),
    VAULT_DATA_DIR: directory,
    VAULT_ADMIN_KEY: adminKey,
    VAULT_RATE_LIMIT: '0',
    VAULT_LOG_LEVEL: 'warn',
    ...settings,
  };
}
