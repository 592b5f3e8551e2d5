import { expect, test } from 'vitest';
import { minutes, secondsLeft } from '../../scripts/test/progress.js';
import { runTimes } from '../../scripts/test/times.js';

test('a run is as slow to its end as it was so far', () => {
  expect(secondsLeft(30, 0.25, 1000)).toBe(90);
  expect(secondsLeft(30, 1, 0)).toBe(0);
});

test('before a run has a pace, it takes as long as the recorded one', () => {
  expect(secondsLeft(10, 0.01, 240)).toBe(230);
  expect(secondsLeft(300, 0.01, 240)).toBe(0);
  expect(secondsLeft(10, 0.01, 0)).toBeUndefined();
});

test('times are shown in minutes and seconds', () => {
  expect([0, 5.4, 65, 600].map(minutes)).toEqual(['0:00', '0:05', '1:05', '10:00']);
});

test('a run is kept by folder, and by file where one takes long', () => {
  const files = [
    { path: 'test/http/a.test.ts', tests: 3, seconds: 0.4 },
    { path: 'test/http/routes/b.test.ts', tests: 2, seconds: 7.3 },
    { path: 'test/docs.test.ts', tests: 1, seconds: 0.2 },
  ];
  expect(runTimes(files, { seconds: 9.6, checks: 20.2 })).toEqual({
    node: process.versions.node,
    seconds: 10,
    checks: 20,
    groups: {
      http: { tests: 5, seconds: 8 },
      repository: { tests: 1, seconds: 0 },
    },
    slow: { 'test/http/routes/b.test.ts': 7 },
  });
});
