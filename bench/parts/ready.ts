import type { Figure } from '../figure.js';
import { median } from '../percentile.js';
import { startVault } from '../server/measuredServer.js';
import { digits } from '../table.js';
import { type SizeBench, using, vaultIn } from './part.js';

/** How long a start takes, and what memory the service has then. */
export async function ready({ set, quick, say, signal }: SizeBench): Promise<Figure[]> {
  const rounds = quick ? 2 : 7;
  const starts: { after: number; memory: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using(startVault(vaultIn(set.directory, signal)), async (server) => {
      starts.push({ after: server.readyAfter, memory: (await server.sample()).rss / 1e6 });
    });
  }
  const after = median(starts.map((start) => start.after));
  say(`ready after ${digits(after)} ms`);
  return [
    { what: 'ready', value: after },
    { what: 'memory when ready', value: median(starts.map(({ memory }) => memory)) },
  ];
}
