import { expect, test } from 'vitest';
import { slope } from '../../lab/soak/sample.js';

test('a slope is that of the straight line through the points', () => {
  const line = [0, 1, 2, 3].map((x) => [x, 5 - 2 * x] as const);
  expect(slope(line)).toBeCloseTo(-2);
});
