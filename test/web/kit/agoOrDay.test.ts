import { expect, test } from 'vitest';
import { agoOrDay } from '../../../web/kit/agoOrDay.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['just now', 0],
  ['just now', 59 * SECOND],
  ['1 minute ago', MINUTE],
  ['59 minutes ago', HOUR - SECOND],
  ['1 hour ago', HOUR],
  ['23 hours ago', DAY - SECOND],
  ['yesterday', DAY],
  ['6 days ago', 7 * DAY - SECOND],
  ['in a moment', -30 * SECOND],
  ['in 59 minutes', SECOND - HOUR],
  ['in 23 hours', SECOND - DAY],
])('a time is told in the largest unit that has passed: %s', (expected, ago) => {
  expect(agoOrDay(NOW - ago, NOW)).toBe(expected);
});

test('after a week, a time is told as its day', () => {
  // Which one it is depends on the time zone.
  expect(agoOrDay(NOW - 7 * DAY, NOW)).toMatch(/^Nov 1[34], 2026$/);
});
