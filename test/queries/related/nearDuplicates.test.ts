import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resemblance, wordsOf } from '../../../src/queries/related.js';

const words = fc
  .array(fc.constantFrom('key', 'retry', 'gateway', 'charge', 'ledger', 'queue'))
  .map((some) => wordsOf(some.join(' ')));

test('resemblance is the same both ways, from 0 to 1, and 1 only for the same words', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const found = resemblance(one, other);
      expect(found).toBe(resemblance(other, one));
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(1);
      const isSame =
        one.size > 0 && [...one.keys()].sort().join() === [...other.keys()].sort().join();
      expect(found === 1).toBe(isSame);
    }),
  );
});

test('words are compared by their stems, without case, accents and stop words', () => {
  expect([...wordsOf('The Gateways, a gateway: cafés').keys()]).toEqual(['gatewai', 'cafe']);
});
