import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { terminate, untilReady } from '../../../tools/server/childServer.js';
import { environment, freePort, type VaultOptions } from '../../../tools/server/serverProcess.js';

/** The resources used by a server since its start, and the delay of its event loop since the previous sample. */
export interface Sample {
  /** CPU time of all threads, in milliseconds. */
  readonly cpu: number;
  /** Milliseconds, the 99th percentile. */
  readonly late: number;
  /** Milliseconds, the longest. */
  readonly worst: number;
  /** Milliseconds of CPU time that one turn of the event loop took at most, when `BENCH_TURNS` is 1. */
  readonly held: number;
  /** Bytes of memory now. */
  readonly rss: number;
  /** Bytes written to disk. */
  readonly written: number;
}

/** A server in its own process that reports its use of resources. */
export interface MeasuredServer {
  readonly url: string;
  /** Milliseconds from the start of the process to the first 200 of `/readyz`. */
  readonly readyAfter: number;
  /** From then on, the delay of the event loop is measured, unless the argument is `rest`. */
  sample(then?: 'watch' | 'rest'): Promise<Sample>;
  stop(): Promise<void>;
}

const PROBE = new URL('probe.mjs', import.meta.url).href;
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const NOOP = fileURLToPath(new URL('../noopServer.ts', import.meta.url));
const LOOK_MS = 5;
/** A start that builds all read models from scratch takes minutes. */
const START_MS = 20 * 60_000;
const STOP_MS = 30_000;

/** The service as its users run it. */
export const startVault = (options: VaultOptions) => startMeasured([CLI], options);

/** The same HTTP server over a vault that stores nothing; see `noopServer.ts`. */
export const startNoop = (options: VaultOptions) =>
  startMeasured(['--import', 'tsx', NOOP], options);

async function startMeasured(args: readonly string[], options: VaultOptions) {
  const { signal } = options;
  signal?.throwIfAborted();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    env: { ...environment(options), VAULT_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await untilReady(child, `${url}/readyz`, { most: START_MS, look: LOOK_MS, signal });
  } catch (error) {
    kill();
    process.off('exit', kill);
    throw error;
  }
  const readyAfter = performance.now() - start;
  const server: MeasuredServer = {
    url,
    readyAfter,
    async sample(then = 'watch') {
      const answer = once(child, 'message');
      child.send(then);
      // The cast is safe: the sender is our own `probe.mjs`.
      return (await answer)[0] as Sample;
    },
    stop: () => terminate(child, STOP_MS).finally(() => process.off('exit', kill)),
  };
  return server;
}
