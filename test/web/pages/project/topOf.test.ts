import { expect, test } from 'vitest';
import { topOf } from '../../../../web/pages/project/topOf.js';

test('the largest come first, the others are counted', () => {
  expect(topOf({ ada: 2, grace: 9, linus: 5 }, 2)).toEqual({
    top: [
      ['grace', 9],
      ['linus', 5],
    ],
    others: 1,
  });
});
