import { spawnSync } from 'node:child_process';
import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { startPeer } from '../peers/peerServer.js';
import type { Grid } from '../report/grid.js';
import { type Bench, inRounds } from './part.js';
import type { Vault } from './vault.js';

/** Starts the stopped programs again over their notes, in turn with a Node that does nothing. */
export async function starts(
  { quick, say, signal }: Bench,
  vaults: readonly Vault[],
): Promise<Grid> {
  say('starts');
  const bare = async () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - start;
  };
  const ready = vaults.map(({ found, directory }) => async () => {
    const server = await startPeer(found, directory, signal);
    await server.stop();
    return server.readyAfter;
  });
  const turns = await inRounds(quick ? 1 : 7, [...ready, bare], (one) => one());
  return {
    head: ['', ...vaults.map(({ name }) => name), '`node -e 0`'],
    rows: [['ready, ms', ...turns.map((own) => digits(median(own)))]],
  };
}
