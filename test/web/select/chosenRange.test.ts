import { expect, test } from 'vitest';
import { chosenRange } from '../../../web/select/chosenRange.js';

const IDS = ['a', 'b', 'c', 'd'];

test.each([
  ['c', 'a', ['a', 'b', 'c']],
  ['a', 'c', ['a', 'b', 'c']],
  ['d', 'd', ['d']],
  ['b', undefined, ['b']],
  ['b', 'gone', ['b']],
  ['gone', 'a', ['gone']],
])('a range to %s from %s is %j', (id, last, range) => {
  expect(chosenRange(IDS, id, last)).toEqual(range);
});
