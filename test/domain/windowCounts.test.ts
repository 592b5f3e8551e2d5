import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowCounts } from '../../src/domain/windowCounts.js';
import { runs } from '../support/depth.js';
import { testClock } from '../support/testApp.js';

test('each key has its own count, and reading does not count', () => {
  const counts = windowCounts(60_000, testClock());
  expect([counts.add('a'), counts.add('a'), counts.add('b')]).toEqual([1, 2, 1]);
  expect([counts.read('a'), counts.read('b'), counts.read('c')]).toEqual([2, 1, 0]);
});

test('all counts start anew when the window ends, and not before', () => {
  const clock = testClock();
  const counts = windowCounts(60_000, clock);
  expect(counts.left()).toBe(60_000);
  counts.add('a');
  clock.advance(59_999);
  expect([counts.add('a'), counts.left()]).toEqual([2, 1]);
  clock.advance(1);
  expect([counts.read('a'), counts.left()]).toEqual([0, 60_000]);
  expect(counts.add('a')).toBe(1);
});

test('a clock that is set back does not make a window last', () => {
  const clock = testClock();
  const counts = windowCounts(60_000, clock);
  counts.add('a');
  clock.advance(-3_600_000);
  expect(counts.left()).toBe(60_000);
  expect(counts.add('a')).toBe(1);
});

test('every count is exact, whatever keys come', () => {
  const keys = fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 });
  fc.assert(
    fc.property(keys, (added) => {
      const counts = windowCounts(60_000, testClock());
      const exact = new Map<string, number>();
      for (const key of added) {
        const count = (exact.get(key) ?? 0) + 1;
        exact.set(key, count);
        expect(counts.add(key)).toBe(count);
      }
      for (const [key, count] of exact) expect(counts.read(key)).toBe(count);
    }),
    { numRuns: 50 },
  );
});

test('a flood of keys makes nobody new, and nobody old', () => {
  const counts = windowCounts(60_000, testClock());
  for (let i = 0; i < 100; i++) counts.add('busy');
  for (let i = 0; i < runs(20_000, 100_000); i++) counts.add(`flood ${i}`);
  expect(counts.read('busy')).toBe(100);
  const strangers = Array.from({ length: 1000 }, (_, i) => counts.read(`stranger ${i}`));
  expect(Math.max(...strangers)).toBe(0);
});
