import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, emptyLedger, type Ledger } from '../outside/ledger.js';
import { start } from '../outside/service.js';
import { writer } from '../outside/writer.js';
import { use } from './use.js';

/** The files of a vault, and what it has promised. */
export interface Vault {
  readonly directory: string;
  readonly ledger: Ledger;
}

/** Three moments in the life of one vault, from which all cases start. */
export interface Vaults {
  /** Stopped with half of its notes. */
  readonly older: Vault;
  /** Stopped. */
  readonly stopped: Vault;
  /** Killed, with its last notes in the write-ahead logs. */
  readonly killed: Vault;
}

/** Writes in each life. */
const NOTES = 80;
/** Notes that are only in the write-ahead logs when the vault is killed. */
const NEWEST = 30;

/** Makes the vault that all cases copy. */
export async function makeVaults(directory: string, random: () => number): Promise<Vaults> {
  const life = join(directory, 'life');
  const ledger = emptyLedger();
  const live = async (signal: NodeJS.Signals): Promise<Ledger> => {
    const service = await start(life);
    if (service.state !== 'ready')
      throw new Error(`the service did not start: ${service.output()}`);
    const user = writer(service.url, ledger, random);
    await use(user, random, NOTES);
    // Forgetting empties the write-ahead logs: these notes come after it.
    for (let n = 0; n < NEWEST; n++) await user.save();
    await untilApplied(service.url);
    await service.stop(signal);
    return copyOf(ledger);
  };
  const moment = async (name: string, signal: NodeJS.Signals): Promise<Vault> => {
    const then = await live(signal);
    cpSync(life, join(directory, name), { recursive: true });
    return { directory: join(directory, name), ledger: then };
  };
  return {
    older: await moment('older', 'SIGTERM'),
    stopped: await moment('stopped', 'SIGTERM'),
    killed: await moment('killed', 'SIGKILL'),
  };
}

/** Copies a vault into a directory. */
export function layVault({ directory, ledger }: Vault, to: string): Ledger {
  cpSync(directory, to, { recursive: true });
  return copyOf(ledger);
}

/** Waits until the read models know of every event, so that they can bear witness when the log loses some. */
async function untilApplied(url: string): Promise<void> {
  const { ok } = await fetch(`${url}/readyz`);
  if (!ok) await untilApplied(url);
}
