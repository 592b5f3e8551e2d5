import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesOf, parsePart, restOf } from '../../scripts/test/parts.js';
import { readTimes } from '../../scripts/test/times.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('a part is written as 2/4', () => {
  expect(parsePart('2/4')).toEqual({ part: 2, of: 4 });
  for (const wrong of ['', '2', '0/4', '5/4', '1/0', '2/4 ', 'a/b']) {
    expect(parsePart(wrong), wrong).toBeUndefined();
  }
});

test('four parts together are all of the rest, each file once', () => {
  const rest = restOf(ROOT);
  const parts = [1, 2, 3, 4].map((part) => filesOf({ part, of: 4 }, rest, readTimes()));
  expect(rest.length).toBeGreaterThan(10);
  expect(parts.flat().sort()).toEqual(rest);
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
});

test('the longest files are dealt to different parts', () => {
  const run = { node: '', seconds: 0, checks: 0, groups: {} };
  const times = { all: { ...run, slow: { a: 90, b: 60, c: 40, d: 10 } } };
  const parts = [1, 2].map((part) => filesOf({ part, of: 2 }, ['d', 'c', 'b', 'a'], times));
  expect(parts).toEqual([
    ['a', 'd'],
    ['b', 'c'],
  ]);
});

test('only files of tests ask for the depth, so the rest is found by reading them', () => {
  const asking = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\/depth\.js'/.test(readFileSync(join(ROOT, 'test', file), 'utf8')));
  expect(asking).toEqual([]);
});
