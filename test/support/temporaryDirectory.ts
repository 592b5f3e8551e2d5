import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory for one test. After it, what was started on demand for a vault in it is ended, and it is removed. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
  onTestFinished(() => {
    endServicesIn(directory);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return directory;
}

/**
 * Ends the services that clients have started for vaults in a directory. Also one that has said nothing yet: on a slow machine it
 * takes the vault when the one that was faster has been ended. Without `/proc` there is nothing to ask, and they end by themselves.
 */
export function endServicesIn(directory: string): void {
  const logs = namesIn(directory, true).filter((path) => path.endsWith('on-demand.log'));
  if (logs.length === 0) return;
  const vaults = logs.map((log) => `VAULT_DATA_DIR=${realpathSync(dirname(join(directory, log)))}`);
  const others = namesIn('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  for (const pid of others)
    if (vaults.some((vault) => environmentOf(pid).includes(vault))) end(pid);
}

function namesIn(directory: string, recursive = false): readonly string[] {
  try {
    return readdirSync(directory, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, or is another user's. */
function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
