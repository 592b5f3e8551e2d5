import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ulids } from '../../src/domain/ids.js';
import { canonicalUlid } from '../../src/domain/ulid.js';

test('ids are ULIDs that sort in the order of their creation, even when the clock goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 47 }), { maxLength: 50 }), (times) => {
      const next = ulids();
      const made = times.map(next);
      expect(made).toEqual([...new Set(made)].sort());
      for (const id of made) expect(canonicalUlid(id.toLowerCase())).toBe(id);
    }),
  );
});

test.each([
  '',
  '01KA5ZJ3M4T6V8X0Y2Z4A6C8E',
  '81KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  '01KA5ZJ3M4T6V8X0Y2Z4A6C8EU',
])('%s is no ULID', (text) => {
  expect(canonicalUlid(text)).toBeUndefined();
});
