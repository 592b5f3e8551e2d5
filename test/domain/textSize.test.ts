import { expect, test } from 'vitest';
import { textSize } from '../../src/domain/textSize.js';

test('all texts in a value count, however deep, and nothing else', () => {
  expect(textSize({ a: 'abc', b: ['de', { c: '😀', d: 7 }], e: null, f: undefined })).toBe(7);
});

test('the count stops beyond the largest size of interest', () => {
  const values = Array.from({ length: 100 }, () => ({ text: 'abc' }));
  expect(textSize(values)).toBe(300);
  expect(textSize(values, 10)).toBe(12);
});
