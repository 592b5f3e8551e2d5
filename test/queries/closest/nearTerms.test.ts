import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { nearTerms } from '../../../src/queries/closest/nearTerms.js';
import { searchViews } from '../../support/searchViews.js';
import { slowDistance } from '../../support/slowDistance.js';

// Without vowels, words are their own stems.
const word = fc.string({ unit: fc.constantFrom('b', 'c', 'd', 'z'), minLength: 3, maxLength: 7 });
const text = fc.array(
  fc.oneof(word, fc.constantFrom('b2c', '77', 'бвг', '日本', '𝒳yz', 'ﬁn', 'ßb')),
  { minLength: 1, maxLength: 60 },
);
const views = (words: readonly string[]) => searchViews([{ title: words.join(' ') }]).views;
const pattern = (stem: string, most: 1 | 2) => ({ stem, most, ends: new Map([[stem.length, 0]]) });

test.prop([text, word, fc.constantFrom<1 | 2>(1, 2)])(
  'the walk finds the same terms as a comparison with each',
  (words, stem, most) => {
    const found = nearTerms(views(words), pattern(stem, most), { seeks: 100_000 });
    const expected = [...new Set(words)]
      .filter((term) => /^[a-z]+$/.test(term))
      .map((term) => ({ term, distance: slowDistance(stem, term) }))
      .filter(({ term, distance }) => distance <= most && (most === 1 || term[0] === stem[0]))
      .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1));
    expect(found).toEqual(expected);
  },
);

test.prop([text, word, fc.integer({ min: 0, max: 20 })])(
  'the walk never takes more seeks than it may',
  (words, stem, seeks) => {
    const budget = { seeks };
    const all = nearTerms(views(words), pattern(stem, 2), { seeks: 100_000 });
    const some = nearTerms(views(words), pattern(stem, 2), budget);
    expect(budget.seeks).toBeGreaterThanOrEqual(0);
    expect(all).toEqual(expect.arrayContaining(some));
  },
);

test('a walk through many random words is short', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const words = Array.from({ length: 20_000 }, (_, i) => {
    const code = (i * 2_654_435_761) % 2 ** 32;
    return [...code.toString(26).padStart(8, '0')].map((d) => letters[parseInt(d, 26)]).join('');
  });
  const budget = { seeks: 10_000 };
  nearTerms(views([...words, 'webhook']), pattern('webhok', 1), budget);
  expect(10_000 - budget.seeks).toBeLessThan(500);
});

test('a stem may end earlier, at a cost', () => {
  const ends = new Map([
    [10, 0],
    [6, 1],
  ]);
  const budget = { seeks: 1000 };
  const near = { stem: 'deploymnet', most: 2, ends } as const;
  expect(nearTerms(views(['deployment', 'deplo', 'depends']), near, budget)).toEqual([
    { term: 'deploy', distance: 1 },
    { term: 'deplo', distance: 2 },
  ]);
});
