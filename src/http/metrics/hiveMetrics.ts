import { Gauge, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { HiveStatus } from '../../hive/hiveStatus.js';

const PREFIX = 'memory_vault_hive_';

const NUMBERS = {
  pending: 'Events that the hive worker has not looked at yet.',
  pushed_total: 'Items that the hub has acknowledged.',
  refused: 'Observations that the hub refused.',
  lag_seconds: 'Age in seconds of the oldest event that the hive worker has not looked at yet.',
  consecutive_failures: 'Pushes that failed in a row.',
} as const;

/** Gauges of the exchange with the hive. Their values are read when the metrics are requested. */
export function watchHive(app: App, registers: Registry[]): void {
  for (const [name, help] of Object.entries(NUMBERS)) {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        // The cast restores what Object.entries loses: the keys are those of NUMBERS.
        this.set((await app.hive.status())[name as keyof typeof NUMBERS]);
      },
    });
  }
  new Gauge({
    name: `${PREFIX}state`,
    help: '1 for the current state of the exchange with the hive, 0 for the others.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { state: now } = await app.hive.status();
      for (const state of HiveStatus.shape.state.options)
        this.set({ state }, state === now ? 1 : 0);
    },
  });
}
