import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer, type VaultOptions } from './serverProcess.js';

/** A vault that exists as long as the work on it. */
export interface TemporaryVault {
  readonly options: VaultOptions;
  /** Starts its server. One that still runs when the work ends or fails is stopped. */
  start(): Promise<ServerProcess>;
}

/** Does `work` on a vault in a new directory, which is removed afterwards, also after a failure. */
export async function inTemporaryVault<T>(
  work: (vault: TemporaryVault) => Promise<T>,
  signal?: AbortSignal,
  settings?: VaultOptions['settings'],
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'memory-vault-load-'));
  const options = { directory, adminKey: randomBytes(16).toString('hex'), signal, settings };
  const running = new Set<ServerProcess>();
  try {
    return await work({
      options,
      async start() {
        const server = await startServer(options);
        running.add(server);
        const forget = () => void running.delete(server);
        return {
          ...server,
          kill: () => server.kill().finally(forget),
          stop: () => server.stop().finally(forget),
        };
      },
    });
  } finally {
    // A failure to stop must not hide why the work failed.
    await Promise.allSettled([...running].map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  }
}
