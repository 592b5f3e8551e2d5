import { expect, test } from 'vitest';
import { rowAt, rowPlaces } from '../../../web/kit/rowPlaces.js';

const TOPS = rowPlaces([40, 50, 60], (height) => height);

test('rows lie below each other', () => {
  expect(TOPS).toEqual([0, 40, 90, 150]);
});

test.each([
  [-500, 0],
  [0, 0],
  [39, 0],
  [40, 1],
  [90, 2],
  [149, 2],
  [150, 3],
  [9000, 3],
])('at %i is row %i', (place, row) => {
  expect(rowAt(TOPS, place)).toBe(row);
});

test('an empty list has no row', () => {
  expect(
    rowAt(
      rowPlaces([], () => 1),
      10,
    ),
  ).toBe(0);
});
