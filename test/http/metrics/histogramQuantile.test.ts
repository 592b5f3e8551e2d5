import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { DURATION_BUCKETS, histogramQuantile } from '../../../src/http/metrics/history.js';

const bounds = [1, 2, 4];

test('a quantile lies as far into its bucket as its rank does among what fell into it', () => {
  expect(histogramQuantile(0.5, { bounds, counts: [0, 4, 0, 0] })).toBe(1.5);
  expect(histogramQuantile(0.95, { bounds, counts: [10, 10, 0, 0] })).toBeCloseTo(1.9);
  expect(histogramQuantile(0.5, { bounds, counts: [3, 0, 3, 0] })).toBe(1);
});

test('of what is above all bounds it can only say the last bound', () => {
  expect(histogramQuantile(0.5, { bounds, counts: [0, 0, 0, 7] })).toBe(4);
});

test('nothing counted has no quantile', () => {
  expect(histogramQuantile(0.5, { bounds, counts: [0, 0, 0, 0] })).toBe(null);
});

property.prop([
  fc.array(fc.double({ min: 0.000_001, max: 9.9, noNaN: true }), { minLength: 1 }),
  fc.constantFrom(0.5, 0.95, 0.99),
])('it lies in the bucket of the value that has that rank', (values, q) => {
  const sorted = values.toSorted((a, b) => a - b);
  const exact = sorted[Math.ceil(q * sorted.length) - 1] ?? 0;
  const counts = [...DURATION_BUCKETS, Number.POSITIVE_INFINITY].map(
    (upper, i) =>
      values.filter((value) => value <= upper && value > (DURATION_BUCKETS[i - 1] ?? 0)).length,
  );
  const found = histogramQuantile(q, { bounds: DURATION_BUCKETS, counts }) ?? -1;
  const bucketOf = (value: number) => DURATION_BUCKETS.findIndex((upper) => value <= upper);
  expect(bucketOf(found)).toBe(bucketOf(exact));
});
