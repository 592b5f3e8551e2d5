import { expect, test } from 'vitest';
import { formatDuration } from '../../../web/kit/format.js';

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '1 h'],
  [5400, '1 h 30 min'],
  [7200, '2 h'],
  [172_800, '2 days'],
])('%i seconds are "%s"', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
