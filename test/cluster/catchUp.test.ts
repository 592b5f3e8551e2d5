import { expect, test } from 'vitest';
import { elapsedTime } from '../../src/cluster/catchUp.js';

/** Clocks that a test moves. */
function given() {
  const clocks = { running: 500, wall: 1_000_000 };
  const elapsed = elapsedTime(
    () => clocks.running,
    () => clocks.wall,
  );
  const start = elapsed();
  const pass = (running: number, wall: number) => {
    clocks.running += running;
    clocks.wall += wall;
    return elapsed() - start;
  };
  return pass;
}

test('time passes while the machine sleeps, though its clock stands still', () => {
  const pass = given();
  expect(pass(100, 100)).toBe(100);
  expect(pass(0, 3_600_000)).toBe(3_600_100);
  expect(pass(50, 50)).toBe(3_600_150);
});

test('a time of day that is set back stops nothing, and the next sleep is noticed all the same', () => {
  const pass = given();
  expect(pass(100, -7_200_000)).toBe(100);
  expect(pass(100, 60_100)).toBe(60_200);
});

test('a time of day that is corrected now and then by less than a second adds nothing up', () => {
  const pass = given();
  let last = 0;
  for (let n = 0; n < 1000; n++) last = pass(1, n % 2 === 0 ? 2 : 0);
  expect(last).toBe(1000);
});
