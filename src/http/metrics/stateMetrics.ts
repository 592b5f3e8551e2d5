import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { readiness } from '../answers/readiness.js';

const PREFIX = 'memory_vault_';

/** Gauges of whether the service can answer, and of how large its disk is. They are read when the metrics are requested. */
export function watchState(app: App, registers: Registry[]): void {
  const gauge = (name: string, help: string, value: () => Promise<number>) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        this.set(await value());
      },
    });
  gauge('ready', '1 when /readyz answers 200, else 0.', async () =>
    (await readiness(app)).status === 'ready' ? 1 : 0,
  );
  gauge('disk_size_bytes', 'Size in bytes of the disk of the data directory.', async () => {
    try {
      const { blocks, bsize } = await statfs(app.config.dataDir);
      return blocks * bsize;
    } catch {
      // Not a number of bytes: without its directory, the vault has no disk. The other metrics are still given.
      return Number.NaN;
    }
  });
}
