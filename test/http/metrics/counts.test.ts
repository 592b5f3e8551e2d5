import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { countsIn, each, spreadsIn } from '../../../src/http/metrics/counts.js';

const BOUNDS = [0.0001, 0.005, 0.01, 1, 2.5];
const REQUESTS = {
  name: 'requests_total',
  help: 'Requests.\nAll of them.',
  labelNames: ['route', 'status'],
};
const DURATIONS = { name: 'durations_seconds', help: 'Durations.', labelNames: ['route'] };
const SIZES = { name: 'sizes', help: 'Sizes.', labelNames: [] };
const NEVER = { name: 'never_total', help: 'Never counted.', labelNames: ['kind'] };

/** Values on, below and above each bound, and sums that depend on their order. */
const OBSERVED = [0.00005, 0.0001, 0.0002, 0.1, 0.2, 0.3, 1, 2.5, 2.6, 1e-9, 7, 0, 1e9];

test('the text is the one that prom-client makes of its own counters and histograms', async () => {
  const theirs = new Registry();
  const registers = [theirs];
  const requests = new Counter({ ...REQUESTS, registers });
  const durations = new Histogram({ ...DURATIONS, buckets: BOUNDS, registers });
  const sizes = new Histogram({ ...SIZES, buckets: [0, 1, 2], registers });
  const nothing = new Counter({ ...NEVER, registers });
  nothing.inc({ kind: 'jwt' }, 0);

  const ours = new Registry();
  const countOf = countsIn(ours, REQUESTS);
  const spreadOf = spreadsIn(ours, DURATIONS, BOUNDS);
  const ourSizes = spreadsIn(ours, SIZES, [0, 1, 2])({});
  countsIn(ours, NEVER)({ kind: 'jwt' });
  const counts = each((route: string) =>
    each((status: string) => ({ count: countOf({ route, status }) })),
  );
  const spreads = each((route: string) => spreadOf({ route }));

  expect(await ours.metrics()).toBe(await theirs.metrics());
  for (const [i, value] of OBSERVED.entries()) {
    const route = ['/b', '/a', '/{"quoted"}\\'][i % 3] ?? '/';
    const status = i % 4 === 0 ? '404' : '200';
    requests.inc({ route, status });
    counts(route)(status).count.total += 1;
    durations.observe({ route }, value);
    spreads(route).observe(value);
    sizes.observe(i);
    ourSizes.observe(i);
    expect(await ours.metrics()).toBe(await theirs.metrics());
  }
  expect(await ours.getSingleMetricAsString('sizes')).toContain('sizes_bucket{le="+Inf"} 13');
});
