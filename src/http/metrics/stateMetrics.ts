import { Gauge, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { CONDITION_CODES } from '../../diagnostics/catalogue.js';
import { assess } from '../answers/readiness.js';
import { diskSize } from './diskSize.js';

const PREFIX = 'memory_vault_';

/**
 * Gauges of what an operator has to act on: whether the service can answer, its disk, its clock, what is pending. The
 * function that is returned looks once and sets all of them. To be called before they are read.
 */
export function watchState(app: App, registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name: PREFIX + name, help, registers });
  const ready = gauge('ready', '1 when /readyz answers 200, else 0.');
  const conditions = new Gauge({
    name: `${PREFIX}conditions`,
    help: '1 while the condition with that code lasts, else 0.',
    labelNames: ['code'],
    registers,
  });
  const free = gauge(
    'disk_free_bytes',
    'Free bytes of the disk of the data directory; NaN when they cannot be told.',
  );
  const size = gauge('disk_size_bytes', 'Size in bytes of the disk of the data directory.');
  const behind = gauge(
    'clock_behind_seconds',
    'How far the clock is behind the last event; 0 when it is not.',
  );
  const pending = gauge(
    'erasure_pending',
    '1 while a file may still hold a text that was forgotten, else 0.',
  );
  const pendingFor = gauge(
    'erasure_pending_seconds',
    'For how long the oldest such text may have been in a file.',
  );

  return async () => {
    const { freeBytes, clockBehindMs, erasurePendingMs } = await app.vitals.look();
    const { status } = await assess(app);
    ready.set(status === 'ready' ? 1 : 0);
    const lasting = new Set(app.reporter.conditions().map(({ diagnostic }) => diagnostic.code));
    for (const code of CONDITION_CODES) conditions.set({ code }, lasting.has(code) ? 1 : 0);
    free.set(freeBytes ?? Number.NaN);
    size.set((await diskSize(app.config.dataDir)) ?? Number.NaN);
    behind.set(clockBehindMs / 1000);
    pending.set(app.wiper.pending() ? 1 : 0);
    pendingFor.set(erasurePendingMs / 1000);
  };
}
