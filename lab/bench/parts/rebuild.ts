import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rebuilt, VaultClient } from 'memory-vault-client';
import { client } from '../../../tools/client.js';
import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Figure } from '../figure.js';
import { sqliteAlone } from '../jobs/sqliteAlone.js';
import { startVault } from '../server/measuredServer.js';
import { type SizeBench, using, vaultIn } from './part.js';

/** Rows that SQLite alone inserts in one transaction, without waiting for the disk. */
const TOGETHER = 10_000;
const LOOK_MS = 100;

/**
 * Times building all read models from scratch: at a start that finds none, minus the time of a normal start; and next
 * to a running service, including the comparison. Alternates with SQLite writing and indexing one row per event.
 */
export async function rebuild(bench: SizeBench, readyAfter: number): Promise<Figure[]> {
  const { set, signal } = bench;
  const rounds = bench.quick || set.observations > 300_000 ? 1 : 3;
  const turns: { built: number; alone: number; compared: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bench.say('building all read models from the log');
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(join(set.directory, `views.db${suffix}`), { force: true });
    }
    const options = vaultIn(set.directory, signal);
    const turn = await using(startVault(options), async (server) => {
      const { vault } = client({ url: server.url, adminKey: options.adminKey, signal });
      const compared = await rebuildBeside(vault, signal);
      const built = (compared.events * 1000) / (server.readyAfter - readyAfter);
      return { built, compared: compared.events / compared.seconds };
    });
    const floor = { directory: bench.newDirectory(), together: TOGETHER, synced: false };
    const seconds = bench.quick ? 1 : 3;
    const alone = await sqliteAlone.run({ ...floor, seconds, indexed: true }, { signal });
    turns.push({ ...turn, alone });
    bench.say(`built ${digits(turn.built)} events/s, compared ${digits(turn.compared)}/s`);
  }
  return [
    { what: 'build', value: median(turns.map(({ built }) => built)) },
    { what: 'build, to SQLite alone', value: median(turns.map((t) => t.built / t.alone)) },
    { what: 'rebuild and compare', value: median(turns.map(({ compared }) => compared)) },
  ];
}

/** Asks a running service for a rebuild and polls until it is done: a single answer would exceed `fetch`'s timeout. */
async function rebuildBeside(vault: VaultClient, signal: AbortSignal): Promise<Rebuilt> {
  await vault.POST('/admin/projections/rebuild');
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    const { state, last } = (await vault.GET('/admin/projections')).data.rebuild;
    if (state !== 'idle') continue;
    if (last && 'same' in last && last.same) return last;
    throw new Error(`a rebuild went wrong: ${JSON.stringify(last)}`);
  }
}
