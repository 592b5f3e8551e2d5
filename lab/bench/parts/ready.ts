import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Figure } from '../figure.js';
import { startVault } from '../server/measuredServer.js';
import { type SizeBench, using, vaultIn } from './part.js';

/** Times starts, in alternation with starts of an empty vault, and measures the memory after a start. */
export async function ready({
  set,
  quick,
  say,
  newDirectory,
  signal,
}: SizeBench): Promise<Figure[]> {
  const rounds = quick ? 2 : 7;
  const starts: { after: number; memory: number; empty: number }[] = [];
  const none = newDirectory();
  for (let round = 0; round < rounds; round += 1) {
    const empty = await using(startVault(vaultIn(none, signal)), async (one) => one.readyAfter);
    await using(startVault(vaultIn(set.directory, signal)), async (server) => {
      const memory = (await server.sample()).rss / 1e6;
      starts.push({ after: server.readyAfter, memory, empty });
    });
  }
  const after = median(starts.map((start) => start.after));
  say(`ready after ${digits(after)} ms`);
  return [
    { what: 'ready', value: after },
    { what: 'ready, to an empty vault', value: median(starts.map((s) => s.after / s.empty)) },
    { what: 'memory when ready', value: median(starts.map(({ memory }) => memory)) },
  ];
}
