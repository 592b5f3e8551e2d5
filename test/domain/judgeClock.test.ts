import { expect, test } from 'vitest';
import { type ClockReading, isNewMark, judgeClock } from '../../src/domain/judgeClock.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 10, 20);
/** A machine that has been up for ten days, whose clock was believed at T. */
const mark: ClockReading = { at: T, uptime: 10 * DAY, boot: 'first' };
const after = (passed: number, jumped: number): ClockReading => ({
  at: T + passed + jumped,
  uptime: mark.uptime + passed,
  boot: 'first',
});
const afterRestart = (passed: number): ClockReading => ({
  at: T + passed,
  uptime: HOUR,
  boot: 'second',
});

test.each([
  ['a week in which nobody used the vault', after(7 * DAY, 0), T],
  ['a month of sleep, which the uptime counts', after(30 * DAY, 0), T],
  ['a clock that was set ahead by some hours', after(HOUR, 20 * HOUR), T],
  ['a clock that was set back, but not behind the last event', after(3 * DAY, -2 * DAY), T],
  ['a machine that was off for a month', afterRestart(30 * DAY), T],
  [
    'a clock that jumped, but to no more than a day after the last event',
    after(0, 9 * DAY),
    T + 8.5 * DAY,
  ],
  [
    'a service that ran for two years on a machine that restarts',
    afterRestart(800 * DAY),
    T + 799 * DAY,
  ],
])('%s is right', (_what, now, lastAt) => {
  expect(judgeClock(now, lastAt, mark)).toEqual({ state: 'right' });
});

test.each([
  ['a jump by ten years', after(HOUR, 3650 * DAY), 3650 * DAY],
  ['a jump in an idle week', after(7 * DAY, 2 * DAY), 2 * DAY],
  ['several jumps that make more than a day together', after(9 * HOUR, 25 * HOUR), 25 * HOUR],
  ['ten years while the machine was off', afterRestart(3650 * DAY), 3650 * DAY],
])('%s is refused', (_what, now, ms) => {
  expect(judgeClock(now, T, mark)).toEqual({ state: 'jumped', ms });
});

test('a clock behind the last event is said to be so, but not for what clocks are set by all the time', () => {
  const now = after(HOUR, 0);
  expect(judgeClock(now, now.at + 10 * DAY, mark)).toEqual({ state: 'behind', ms: 10 * DAY });
  expect(judgeClock(now, now.at + 30_000, mark)).toEqual({ state: 'right' });
});

test('without a mark there is nothing to compare with', () => {
  expect(judgeClock(after(0, 3650 * DAY), T, undefined)).toEqual({ state: 'right' });
});

test('a mark is not made while a machine that was just started may still set its clock', () => {
  const early = { at: T, uptime: 60_000, boot: 'second' };
  expect(isNewMark(early, undefined)).toBe(false);
  expect(isNewMark(early, mark)).toBe(false);
  expect(isNewMark({ ...early, uptime: HOUR }, mark)).toBe(true);
});

test('a mark is renewed daily at most', () => {
  expect(isNewMark(after(HOUR, 0), mark)).toBe(false);
  expect(isNewMark(after(2 * DAY, 0), mark)).toBe(true);
});
