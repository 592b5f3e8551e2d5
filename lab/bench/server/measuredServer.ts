import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SERVICE_FLAGS } from '../../../src/config/nodeFlags.js';
import { terminate, untilReady } from '../../../tools/server/childServer.js';
import { environment, freePort, type VaultOptions } from '../../../tools/server/serverProcess.js';

/** For how long the event loop of a server was held since the previous sample, in milliseconds, at most. */
export interface Sample {
  /** As a clock sees it. */
  readonly worst: number;
  /** CPU time of one turn. */
  readonly held: number;
}

/** A server in its own process that reports on its event loop. */
export interface MeasuredServer {
  readonly url: string;
  sample(): Promise<Sample>;
  stop(): Promise<void>;
}

const PROBE = new URL('probe.mjs', import.meta.url).href;
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const LOOK_MS = 5;
const START_MS = 60_000;
const STOP_MS = 30_000;

/** The service as its users run it. */
export async function startVault(options: VaultOptions): Promise<MeasuredServer> {
  const { signal } = options;
  signal?.throwIfAborted();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...SERVICE_FLAGS, '--import', PROBE, CLI], {
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
  return {
    url,
    async sample() {
      const answer = once(child, 'message');
      child.send('sample');
      // The cast is safe: the sender is our own `probe.mjs`.
      return (await answer)[0] as Sample;
    },
    stop: () => terminate(child, STOP_MS).finally(() => process.off('exit', kill)),
  };
}
