import { expect, test } from 'vitest';
import { niceCeiling, plot } from '../../bench/report/plot.js';

const LINE = { name: 'a < b', points: [10, 100, 1000].map((x) => ({ x, y: x / 10 })) };

test('points are evenly apart when each is ten times the one before, and never outside', () => {
  const svg = plot('title', [LINE]);
  const circles = [...svg.matchAll(/<circle r="3" cx="([\d.]+)" cy="([\d.]+)"/g)];
  const [first = 0, second = 0, third = 0] = circles.map(([, x]) => Number(x));
  expect(second - first).toBeCloseTo(third - second, 0);
  expect(second - first).toBeGreaterThan(100);
  for (const [, , y] of circles) {
    expect(Number(y)).toBeGreaterThan(0);
    expect(Number(y)).toBeLessThan(260);
  }
});

test('names cannot break the picture', () => {
  expect(plot('"<>"', [LINE])).not.toMatch(/a < b|"<>"/);
});

test('a single column is drawn, too', () => {
  const svg = plot('one', [{ name: 'one', points: [{ x: 10_000, y: 0 }] }]);
  expect(svg).not.toContain('NaN');
  expect(svg).toContain('10 k');
});

test.each([
  [0.3, 0.4],
  [1, 1],
  [7, 8],
  [23, 25],
  [99, 100],
  [0, 1],
])('an axis for %d ends at %d', (value, top) => {
  expect(niceCeiling(value)).toBeCloseTo(top, 10);
});
