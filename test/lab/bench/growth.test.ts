import { describe, expect, test } from 'vitest';
import type { Figure } from '../../../lab/bench/figure.js';
import { exponent, growths } from '../../../lab/bench/growth.js';

const SIZES = [10_000, 100_000, 1_000_000];

describe('the exponent of a cost', () => {
  test.each([
    ['does not grow', 0],
    ['grows with the root of the size', 0.5],
    ['grows with the size', 1],
    ['grows with its square', 2],
  ])('is recovered when it %s', (_, k) => {
    const points = SIZES.map((size) => ({ size, cost: 3 * size ** k }));
    expect(exponent(points)).toBeCloseTo(k, 10);
  });

  test('cannot be computed from one size', () => {
    expect(exponent([{ size: 10_000, cost: 5 }])).toBeNaN();
    expect(exponent([])).toBeNaN();
  });
});

test('a constant rate per second means that the cost grows with the size', () => {
  const figures = SIZES.map((size): Figure => ({ what: 'verify', size, value: 100_000 }));
  const [growth] = growths(figures);
  expect(growth).toMatchObject({ what: 'verify', work: 1, faster: false });
  expect(growth?.exponent).toBeCloseTo(1, 10);
});

test('a falling rate and a growing read time are flagged', () => {
  const figures = SIZES.flatMap((size): Figure[] => [
    { what: 'build', size, value: 1e6 / size ** 0.3 },
    { what: 'get p50', size, value: size ** 0.3 },
    { what: 'search p50', size, value: size ** 0.3 },
  ]);
  const faster = growths(figures).flatMap((growth) => (growth.faster ? [growth.what] : []));
  expect(faster.toSorted()).toEqual(['build', 'get p50']);
});
