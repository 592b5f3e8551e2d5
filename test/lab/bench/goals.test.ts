import { expect, test } from 'vitest';
import { type Goal, judge } from '../../../lab/bench/goals.js';

const FAST: Goal = { what: 'saves, to no-op', connections: 64, bound: 'at least', value: 0.45 };
const SMALL: Goal = { what: 'on disk', bound: 'at most', value: 1600 };

test('a goal holds when its figure is on the right side of the bound, or on it', () => {
  const state = (goal: Goal, value: number) =>
    judge([goal], [{ what: goal.what, value, connections: 64, size: 10_000 }])[0]?.state;
  expect([0.5, 0.45, 0.44].map((value) => state(FAST, value))).toEqual([
    'holds',
    'holds',
    'missed',
  ]);
  expect([1500, 1600, 1601].map((value) => state(SMALL, value))).toEqual([
    'holds',
    'holds',
    'missed',
  ]);
});

test('a goal with a place compares only the figure of that place', () => {
  const [verdict] = judge([FAST], [{ what: 'saves, to no-op', connections: 16, value: 1 }]);
  expect(verdict?.state).toBe('not measured');
});

test('a goal without a place compares the worst figure, and a missing number counts as the worst', () => {
  const figure = (size: number, value: number) => ({ what: 'on disk', size, value }) as const;
  const [verdict] = judge([SMALL], [figure(10, 1500), figure(100, 1700), figure(1000, 1400)]);
  expect(verdict).toMatchObject({ state: 'missed', measured: { size: 100 } });
  const [broken] = judge([SMALL], [figure(10, 1500), figure(100, Number.NaN)]);
  expect(broken).toMatchObject({ state: 'missed', measured: { size: 100 } });
});
