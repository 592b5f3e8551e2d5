import { expect, test } from 'vitest';
import { anchorsIn, anchorWords } from '../../../web/diff/anchorWords.js';

test('an anchor is told as far as it is there, its commit with 7 digits', () => {
  const commit = 'a1b2c3d4e5f6';
  const all = { path: 'src/a.ts', lines: '10-24', symbol: 'charge', commit, branch: 'main' };
  expect(anchorWords(all)).toBe('src/a.ts:10-24 charge a1b2c3d main');
  expect(anchorWords({ commit })).toBe('a1b2c3d');
});

test('lines follow the last colon; what are none belongs to the path, or is left to the vault to refuse', () => {
  expect(anchorsIn('a.ts:7\na:b.ts:10-24\na.ts:x\n:7\na.ts:24-\nC:/a.ts')).toEqual([
    { path: 'a.ts', lines: '7' },
    { path: 'a:b.ts', lines: '10-24' },
    { path: 'a.ts:x' },
    { path: ':7' },
    { path: 'a.ts', lines: '24-' },
    { path: 'C:/a.ts' },
  ]);
});
