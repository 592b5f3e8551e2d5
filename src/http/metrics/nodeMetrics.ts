import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { App } from '../../app/app.js';
import { DURATION_BUCKETS } from './history.js';

const PREFIX = 'memory_vault_shared_log_';

/**
 * What there is to watch where several nodes share a log. A vault with a log of its own has them as well, and is never
 * behind: so one dashboard fits both.
 */
export function watchNode({ node, log }: App, registers: Registry[]): void {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        this.set(await value());
      },
    });
  const head = async () => node?.log.sharedHead() ?? (await log.head()).position;
  gauge('position', 'Position of the last event of the shared log that this node knows of.', head);
  gauge(
    'lag_events',
    'Events of the shared log that the copy of this node does not have.',
    async () => (await head()) - (await log.head()).position,
  );
  gauge(
    'unheard_seconds',
    'For how long this node has not known whether it has all events; it answers no reads beyond VAULT_MAX_LAG.',
    () => log.unheardMs() / 1000,
  );
  gauge('forked', '1 when this node and the shared log contradict each other, else 0.', () =>
    node?.isForked() ? 1 : 0,
  );
  new Counter({
    name: `${PREFIX}interruptions_total`,
    help: 'Exchanges with the shared log that failed and were tried again.',
    registers,
    collect() {
      this.reset();
      this.inc(node?.interruptions() ?? 0);
    },
  });
  const lockWait = new Histogram({
    name: `${PREFIX}lock_wait_seconds`,
    help: 'Time until this node had the end of the shared log for itself, connection included.',
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  node?.onLockWait((seconds) => lockWait.observe(seconds));
}
