import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { readiness } from '../answers/readiness.js';

const PREFIX = 'memory_vault_';

/** Gauges of what an operator has to act on. Their values are read when the metrics are requested. */
export function watchState(app: App, registers: Registry[]): void {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
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
  gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
    () => (app.wiper.pending() ? 1 : 0),
  );
  const disk = (blocks: 'bavail' | 'blocks') => async () => {
    try {
      const space = await statfs(app.config.dataDir);
      return space[blocks] * space.bsize;
    } catch {
      // Not a number of bytes: without its directory, the vault has no disk. The other metrics are still given.
      return Number.NaN;
    }
  };
  gauge('disk_free_bytes', 'Free bytes on the disk of the data directory.', disk('bavail'));
  gauge('disk_size_bytes', 'Size in bytes of the disk of the data directory.', disk('blocks'));
}
