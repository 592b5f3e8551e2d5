import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { editDistance } from '../../src/domain/editDistance.js';
import { slowDistance } from '../support/slowDistance.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

test.prop([word, word, fc.integer({ min: 0, max: 9 })])(
  'the distance is the least number of letters left out, added, replaced or exchanged',
  (one, other, most) => {
    const distance = slowDistance(one, other);
    expect(editDistance(one, other, most)).toBe(distance <= most ? distance : undefined);
  },
);

test('a letter left out, added, replaced, or exchanged with its neighbour counts 1', () => {
  for (const typed of ['webhok', 'webhookk', 'wabhook', 'wbehook']) {
    expect(editDistance('webhook', typed, 2)).toBe(1);
  }
  expect(editDistance('webhook', 'webhook', 0)).toBe(0);
  expect(editDistance('webhook', 'wehbok', 2)).toBe(2);
  expect(editDistance('webhook', 'gateway', 2)).toBeUndefined();
});
