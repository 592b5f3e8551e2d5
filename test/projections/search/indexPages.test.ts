import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { View } from '../../../src/projections/projection.js';
import { beginningsOf } from '../../../src/projections/search/indexPages.js';

/** A table of boundaries of one segment that answers what `beginningsOf` asks, and counts how often it does. */
function boundaries(terms: readonly string[]) {
  // As FTS5 keeps them: the first page begins with nothing, words have a byte before them.
  const rows = ['', ...terms.map((term) => `0${term}`)].map((term) => Buffer.from(term));
  let asked = 0;
  const get = (_sql: string, [, most]: readonly [number, Buffer]) => {
    asked += 1;
    const before = rows.filter((row) => Buffer.compare(row, most) <= 0);
    const term = before.sort(Buffer.compare).at(-1);
    return term && { term, pgno: 2 * (rows.indexOf(term) + 1) };
  };
  // The one method that is called, with the parameters it is called with.
  return { view: { get } as unknown as View, asked: () => asked };
}

const letters = fc.array(fc.constantFrom('a', 'b', 'é'), { minLength: 1, maxLength: 6 });
const word = letters.map((parts) => parts.join(''));

test('the boundaries that are beginnings of a word are found, all of them and no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), word, (terms, looked) => {
      const { view } = boundaries(terms);
      const found = beginningsOf(view, [1], Buffer.from(looked)).map(({ beginning }) =>
        beginning.toString(),
      );
      expect(found.sort()).toEqual(terms.filter((term) => looked.startsWith(term)).sort());
    }),
    { numRuns: 2000 },
  );
});

test('a word of thousands of bytes takes a few steps', () => {
  const long = 'ab'.repeat(15_000);
  const { view, asked } = boundaries(['aa', 'ab', 'abab', `${long}x`, 'b', 'c']);
  expect(beginningsOf(view, [1], Buffer.from(long))).toHaveLength(2);
  expect(asked()).toBeLessThan(10);
});
