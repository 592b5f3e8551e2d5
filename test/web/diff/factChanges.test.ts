import { expect, test } from 'vitest';
import { factChanges } from '../../../web/diff/factChanges.js';

test('what a revision changed beside the text is listed with both values', () => {
  const before = { title: 'One', type: 'decision' as const, tags: [] };
  expect(factChanges(before, { ...before })).toEqual([]);
  expect(factChanges(before, { title: 'Two', type: 'bugfix', tags: ['a', 'b'] })).toEqual([
    ['Title', 'One', 'Two'],
    ['Type', 'decision', 'bugfix'],
    ['Tags', 'none', 'a, b'],
  ]);
  expect(factChanges(before, { ...before, valid_until: '2027-03-31T12:00:00Z' })).toEqual([
    ['Valid until', 'none', '2027-03-31T12:00:00Z'],
  ]);
  const anchors = [{ path: 'src/a.ts', lines: '10-24', symbol: 'charge' }, { branch: 'main' }];
  expect(factChanges(before, { ...before, anchors })).toEqual([
    ['About', 'none', 'src/a.ts:10-24 charge, main'],
  ]);
});
