import type { BatchResults } from 'memory-vault-client';
import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Figure } from '../figure.js';
import { sqliteAlone } from '../jobs/sqliteAlone.js';
import { startVault } from '../server/measuredServer.js';
import { type Bench, using, vaultIn } from './part.js';

/** Number of notes per request. */
const BATCH = 1000;
/** Number of notes that the service commits together. */
const TOGETHER = 200;

/** Imports notes into a new vault in batches, one request after the other, in alternation with SQLite alone. */
export async function importing(bench: Bench): Promise<Figure[]> {
  const { newDirectory, noteAt, signal } = bench;
  const options = vaultIn(newDirectory(), signal);
  const [rounds, batches] = bench.quick ? [2, 2] : [5, 8];
  return using(startVault(options), async ({ url }) => {
    let next = 0;
    const send = async () => {
      const notes = Array.from({ length: BATCH }, () => noteAt(next++));
      const stored = await importBatch(url, notes, options.adminKey, signal);
      if (stored !== BATCH) throw new Error(`${BATCH - stored} notes were not stored`);
    };
    await send();
    const turns: { imported: number; alone: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      for (let i = 0; i < batches; i += 1) await send();
      const imported = (BATCH * batches * 1000) / (performance.now() - start);
      const floor = { directory: newDirectory(), together: TOGETHER, seconds: 1, synced: true };
      const alone = await sqliteAlone.run({ ...floor, indexed: false }, { signal });
      turns.push({ imported, alone });
    }
    const value = median(turns.map(({ imported }) => imported));
    const ratio = median(turns.map(({ imported, alone }) => imported / alone));
    bench.say(`import: ${digits(value)} notes/s, ${digits(ratio)} of SQLite alone`);
    return [
      { what: 'import over HTTP', value },
      { what: 'import, to SQLite alone', value: ratio },
    ];
  });
}

/** The bare request, because the client would send a key, which the service then stores with every note. */
async function importBatch(
  url: string,
  notes: readonly object[],
  adminKey: string,
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(`${url}/api/v1/observations/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
    body: JSON.stringify(notes),
    signal,
  });
  if (!response.ok) throw new Error(`a batch got ${response.status}: ${await response.text()}`);
  // The cast is safe as far as the service keeps to its document.
  return ((await response.json()) as BatchResults).stored;
}
