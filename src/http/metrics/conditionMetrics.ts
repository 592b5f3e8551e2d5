import { Gauge, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { DIAGNOSTICS, type DiagnosticCode, entryOf } from '../../diagnostics/catalogue.js';

const PREFIX = 'memory_vault_';

/** The codes of the states that last. The keys of DIAGNOSTICS are its codes; Object.keys forgets it. */
const CONDITIONS = (Object.keys(DIAGNOSTICS) as DiagnosticCode[]).filter(
  (code) => entryOf(code).condition !== undefined,
);

type Surroundings = Awaited<ReturnType<App['vitals']['look']>>;

/** Gauges of what surrounds the vault: its disk, its clock, what is pending. They are read when the metrics are requested. */
export function watchConditions(app: App, registers: Registry[]): void {
  new Gauge({
    name: `${PREFIX}conditions`,
    help: '1 while the condition with that code lasts, else 0.',
    labelNames: ['code'],
    registers,
    async collect() {
      await app.vitals.look();
      const lasting = new Set(app.reporter.conditions().map(({ diagnostic }) => diagnostic.code));
      for (const code of CONDITIONS) this.set({ code }, lasting.has(code) ? 1 : 0);
    },
  });
  const gauge = (name: string, help: string, value: (now: Surroundings) => number | undefined) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        this.set(value(await app.vitals.look()) ?? Number.NaN);
      },
    });
  gauge(
    'disk_free_bytes',
    'Free bytes of the disk of the data directory; NaN when they cannot be told.',
    ({ freeBytes }) => freeBytes,
  );
  gauge(
    'clock_behind_seconds',
    'How far the clock is behind the last event; 0 when it is not.',
    ({ clockBehindMs }) => clockBehindMs / 1000,
  );
  gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
    ({ erasurePendingMs }) => (erasurePendingMs > 0 ? 1 : 0),
  );
  gauge(
    'erasure_pending_seconds',
    'For how long the oldest such text may have been in a file.',
    ({ erasurePendingMs }) => erasurePendingMs / 1000,
  );
}
