import { fc, test as property } from '@fast-check/vitest';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { histogramsIn } from '../../../../web/pages/operations/histogramsIn.js';
import { metricSections } from '../../../../web/pages/operations/metricSections.js';
import { metricValue } from '../../../../web/pages/operations/metricValue.js';
import { parseMetrics } from '../../../../web/pages/operations/parseMetrics.js';

// A registry writes -0 as 0.
const Value = fc.double().map((value) => value + 0);

property.prop([
  fc.array(fc.record({ label: fc.string({ unit: 'binary' }), value: Value }), { minLength: 1 }),
  fc.string({ minLength: 1 }).filter((help) => help.trim() === help),
])(
  'what a registry writes is read as it was set, whatever is in labels and help',
  async (sets, help) => {
    const registry = new Registry();
    const gauge = new Gauge({ name: 'odd', help, labelNames: ['of'], registers: [registry] });
    const expected = new Map<string, number>();
    for (const { label, value } of sets) {
      gauge.set({ of: label }, value);
      expected.set(label, value);
    }
    const [family] = parseMetrics(await registry.metrics());
    expect(family).toMatchObject({ name: 'odd', help, type: 'gauge' });
    const read = family?.samples.map(({ labels, value }) => [labels[0]?.[1], value]);
    expect(new Map(read as [string, number][])).toEqual(expected);
  },
);

test('a histogram keeps its samples together, and each bucket has what fell into it alone', async () => {
  const registry = new Registry();
  const settings = { name: 'took_seconds', help: 'h', labelNames: ['route'], buckets: [1, 2] };
  const took = new Histogram({ ...settings, registers: [registry] });
  for (const seconds of [0.5, 0.5, 1.5, 9]) took.observe({ route: '/a' }, seconds);
  for (let i = 0; i < 5; i++) took.observe({ route: '/b' }, 2);
  const families = parseMetrics(await registry.metrics());
  expect(families.map(({ name }) => name)).toEqual(['took_seconds']);
  expect(families.flatMap(histogramsIn)).toEqual([
    {
      labels: [['route', '/b']],
      count: 5,
      sum: 10,
      buckets: [
        { upTo: 1, count: 0 },
        { upTo: 2, count: 5 },
        { upTo: Number.POSITIVE_INFINITY, count: 0 },
      ],
    },
    {
      labels: [['route', '/a']],
      count: 4,
      sum: 11.5,
      buckets: [
        { upTo: 1, count: 2 },
        { upTo: 2, count: 1 },
        { upTo: Number.POSITIVE_INFINITY, count: 1 },
      ],
    },
  ]);
});

test('a counter that is named like a part of a histogram is a metric of its own', async () => {
  const registry = new Registry();
  const counter = new Counter({ name: 'requests_count', help: 'h', registers: [registry] });
  counter.inc(3);
  expect(parseMetrics(await registry.metrics())).toMatchObject([
    { name: 'requests_count', samples: [{ value: 3 }] },
  ]);
});

test('lines that are no metrics are left out', () => {
  expect(parseMetrics('# a comment\n\n<html>\nmissing\n9x 1\n')).toEqual([]);
  expect(parseMetrics('up 1 1700000000\nnan NaN\nless -Inf')).toMatchObject([
    { name: 'up', type: 'untyped', samples: [{ value: 1 }] },
    { name: 'nan', samples: [{ value: Number.NaN }] },
    { name: 'less', samples: [{ value: Number.NEGATIVE_INFINITY }] },
  ]);
});

test('metrics are grouped by what they are about, and every word of the filter has to be in them', () => {
  const families = parseMetrics(
    [
      '# HELP memory_vault_ready 1 when it is ready',
      'memory_vault_ready 1',
      'memory_vault_http_requests_total{route="/metrics"} 2',
      'memory_vault_new_thing 3',
    ].join('\n'),
  );
  const found = (filter: string) =>
    metricSections(families, filter).map(({ title, families: own }) => [title, own.length]);
  expect(found('')).toEqual([
    ['Health', 1],
    ['Requests', 1],
    ['More', 1],
  ]);
  expect(found('WHEN ready')).toEqual([['Health', 1]]);
  expect(found('/metrics http')).toEqual([['Requests', 1]]);
  expect(found('http ready')).toEqual([]);
});

test('a value is shown in the unit that the name of its metric tells', () => {
  expect(metricValue('disk_free_bytes', 2048)).toBe('2.0 KiB');
  expect(metricValue('log_commit_seconds', 0.0042)).toBe('4.2 ms');
  expect(metricValue('saves_total', 12_345)).toBe('12,345');
  expect(metricValue('log_batch_events', 1.23456)).toBe('1.235');
  expect(metricValue('disk_free_bytes', Number.NaN)).toBe('unknown');
  expect(metricValue('log_commit_seconds', Number.POSITIVE_INFINITY)).toBe('∞');
  expect(metricValue('process_start_time_seconds', 1_700_000_000)).toContain('2023');
});
