import { expect, test } from 'vitest';
import { bootstrap, pairedDifference } from '../../../lab/search/figures.js';

/** Values by question: `a` is the first. */
const values = (...list: number[]) => new Map(list.map((value, i) => [`${'abcdefgh'[i]}`, value]));

test('an interval of equal values has no width', () => {
  expect(bootstrap([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
});

test('an interval of two values reaches from one to the other', () => {
  // A quarter of the samples holds only the one, a quarter only the other.
  expect(bootstrap([0, 1])).toEqual({ mean: 0.5, low: 0, high: 1 });
});

test('an interval of many values is as wide as theory says', () => {
  const half = Array.from({ length: 400 }, (_, i) => i % 2);
  // 1.96 standard errors of 0.5 / √400.
  const { mean, low, high } = bootstrap(half);
  expect(mean).toBe(0.5);
  expect(low).toBeCloseTo(0.5 - 0.049, 2);
  expect(high).toBeCloseTo(0.5 + 0.049, 2);
});

test('the same values give the same interval', () => {
  const list = [0.1, 0.7, 0.2, 0.9, 1, 0];
  expect(bootstrap(list)).toEqual(bootstrap([...list]));
});

test('without values there is no interval', () => {
  expect(bootstrap([])).toEqual({ mean: Number.NaN, low: Number.NaN, high: Number.NaN });
});

test('answers are compared question by question', () => {
  const ours = values(1, 0.5, 0.75, 0.25);
  // Each a quarter worse, and in another order: the difference is certain, though the values differ much.
  const theirs = new Map([...ours].reverse().map(([id, value]) => [id, value - 0.25]));
  expect(pairedDifference(ours, theirs)).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
  expect(pairedDifference(theirs, ours)).toEqual({ mean: -0.25, low: -0.25, high: -0.25 });
  expect(pairedDifference(values(1, 0), values(0, 1))).toEqual({ mean: 0, low: -1, high: 1 });
});

test('answers to different questions are not compared', () => {
  expect(() => pairedDifference(values(1, 0), values(1))).toThrow('question b');
  expect(() => pairedDifference(values(1), new Map([['z', 1]]))).toThrow('question a');
});
