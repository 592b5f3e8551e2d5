import { expect, test } from 'vitest';
import type { ObservationRow } from '../../../src/projections/observationRow.js';
import { searchViews } from '../../support/searchViews.js';

/** Of a word that every fifth of them holds, only the newest are read. */
const MANY = 12_000;

const vault = searchViews([
  ...Array.from({ length: MANY }, (_, i): Partial<ObservationRow> => {
    const words = [
      'gateway',
      ...(i % 5 === 0 ? ['retries'] : []),
      ...(i % 4 === 0 ? ['queue'] : []),
    ];
    return {
      content: words.join(' '),
      project: i % 100 === 7 ? 'small' : 'big',
      session_id: `s${i >> 2}`,
    };
  }),
  { title: 'rare', content: 'xylophone other', project: 'big' },
  { title: 'rare and common', content: 'xylophone queue', project: 'big' },
  { title: 'rare again', content: 'xylophone other', project: 'big' },
  { title: 'revised', content: 'gateway retries queue', project: 'big', until: MANY + 5 },
]);
const positions = (q: string, more: Parameters<typeof vault.search>[1] = {}) =>
  vault.search(q, more).hits.map(({ id }) => Number(id.slice(5)));

test('of equal notes with a common word the newest come first', () => {
  const notes = Array.from({ length: 3000 }, () => ({ title: 'note', content: 'gateway' }));
  const { hits } = searchViews(notes).search('gateway', { limit: 1500 });
  expect(hits.map(({ id }) => id)).toEqual(
    Array.from({ length: 1500 }, (_, i) => `note ${3000 - i}`),
  );
});

test('notes with all of several common words come before those with some', () => {
  const { hits, reading } = vault.search('gateway retries queue', { limit: 100 });
  expect(reading).toBe('words');
  expect(hits).toHaveLength(100);
  expect(hits.every(({ content }) => content === 'gateway retries queue')).toBe(true);
});

test('this holds beyond the ranked matches, even when neighbours of the best match', () => {
  const { hits } = vault.search('gateway retries queue', { offset: 150, limit: 100 });
  expect(hits).toHaveLength(100);
  expect(hits.every(({ content }) => content === 'gateway retries queue')).toBe(true);
});

test('when one word is nowhere, notes with more of the common words come first', () => {
  const { hits, reading } = vault.search('gateway retries queue nowhere', { limit: 40 });
  expect(reading).toBe('relaxed');
  expect(hits).toHaveLength(40);
  expect(hits.every(({ content }) => content === 'gateway retries queue')).toBe(true);
});

test('a common word adds to the score of matches of rare words', () => {
  expect(vault.titles('xylophone queue nowhere')[0]).toBe('rare and common');
});

test('a common word in the title counts more than in the content', () => {
  const notes = Array.from({ length: MANY }, (_, i) => ({
    content: 'gateway',
    title: `note ${i}`,
  }));
  const { titles } = searchViews([{ title: 'The gateway', content: '-' }, ...notes]);
  expect(titles('gateway', { limit: 1 })).toEqual(['The gateway']);
});

test.each(['gateway', 'gateway queue', 'gateway queue nowhere', 'xylophone queue', '"queue"'])(
  'pages of %s neither repeat nor skip notes, also beyond the ranked matches',
  (q) => {
    const all = positions(q, { limit: 700 });
    expect(all).toHaveLength(700);
    expect(new Set(all).size).toBe(700);
    const pages = Array.from({ length: 10 }, (_, i) => positions(q, { limit: 70, offset: 70 * i }));
    expect(pages.flat()).toEqual(all);
  },
);

test('the pages contain every match and nothing else', () => {
  const holding = vault.rows.filter(
    ({ content, until }) => content.includes('queue') && until === null,
  );
  const found = positions('queue', { limit: MANY });
  expect(found.sort((a, b) => a - b)).toEqual(holding.map(({ position }) => position));
});

test.each(['gateway', 'gateway queue', 'xylophone gateway queue', '"gateway"', 'gatew*'])(
  '%s only finds notes of its project and its time',
  (q) => {
    const inProject = vault.search(q, { filters: { at: 0, project: 'small' }, limit: 100 }).hits;
    expect(inProject).toHaveLength(100);
    expect(inProject.every(({ project }) => project === 'small')).toBe(true);
    const [from, to] = [1_700_000_000 + 10, 1_700_000_000 + 29];
    const old = positions(q, { filters: { at: 0, from, to }, limit: 100 });
    expect(old.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 10));
    expect(positions(q, { filters: { at: 0, as_of: 20 }, limit: 100 })).toHaveLength(20);
  },
);

test('the same search always gives the same answer', () => {
  for (const q of ['gateway', 'xylophone gateway queue', 'gatew*', 'queue nowhere']) {
    const found = vault.search(q);
    expect(found.hits).toHaveLength(20);
    expect(vault.search(q)).toEqual(found);
  }
});
