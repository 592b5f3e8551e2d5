import { expect, test } from 'vitest';
import { forgetObservation } from '../../../src/commands/observations.js';
import type { SearchFilters } from '../../../src/queries/search/searchScope.js';
import { type Findable, searchVault } from '../../support/searchVault.js';
import { searchViews } from '../../support/searchViews.js';

const session_id = 's';
const said = (title: string, content: string, more: object = {}) => ({
  title,
  content,
  session_id,
  ...more,
});
/** Without them, every word would be one that most notes hold. */
const OTHERS = Array.from({ length: 20 }, () => ({ title: 'other', content: 'quite other words' }));

test('the two notes before a match and the two after it in its session become hits, and no others', () => {
  const { titles } = searchViews([
    said('three before', 'hm'),
    said('two before', 'hm'),
    said('before', 'hm'),
    { title: 'elsewhere', content: 'hm', session_id: 'other' },
    said('match', 'which database for invoices'),
    { title: 'outside', content: 'hm' },
    said('after', 'hm'),
    said('two after', 'hm'),
    said('three after', 'hm'),
  ]);
  const found = titles('database invoices');
  expect(found[0]).toBe('match');
  expect(found.slice(1).sort()).toEqual(['after', 'before', 'two after', 'two before']);
});

test('words count from up to three places away, less the farther, and more for what follows than for what came before', () => {
  const places = [-4, -3, -2, -1, 1, 2, 3, 4];
  // All titles have the same length.
  const placed = (place: number) => (place > 0 ? `+${place}` : `${place}`);
  const { search } = searchViews([
    ...places.flatMap((place) => {
      const session_id = `session ${place}`;
      const between = Array.from({ length: Math.abs(place) - 1 }, () => ({
        title: 'between',
        content: 'hm',
        session_id,
      }));
      const asked = { title: placed(place), content: 'the ledger', session_id };
      const lender = { title: 'lender', content: 'the invoice', session_id };
      const inOrder = [asked, ...between, lender];
      return place > 0 ? inOrder.toReversed() : inOrder;
    }),
    ...OTHERS,
  ]);
  const { hits } = search('ledger invoices', { explain: true, limit: 50 });
  const lent = (place: number) => {
    const hit = hits.find(({ title }) => title === placed(place));
    return hit?.explain?.words.find(({ word }) => word === 'invoices')?.around ?? 0;
  };
  const byWeight = [1, 2, -1, -2, 3, -3].map(lent);
  expect(byWeight[1]).toBe(byWeight[2]);
  expect(byWeight[3]).toBe(byWeight[4]);
  expect([...new Set(byWeight)]).toEqual([...new Set(byWeight)].sort((a, b) => b - a));
  expect(new Set(byWeight).size).toBe(4);
  expect([-4, 4].map(lent)).toEqual([0, 0]);
  expect(Math.min(...byWeight)).toBeGreaterThan(0);
});

test('a note whose neighbours match is ranked above equal notes', () => {
  const { titles } = searchViews([
    said('question', 'which database holds invoices and why'),
    said('answer', 'the postgres one'),
    { title: 'others', content: 'the postgres one', session_id: 'other' },
    ...Array.from({ length: 20 }, () => ({ title: 'filler', content: 'nothing of the kind' })),
  ]);
  expect(titles('postgres database invoices')).toEqual(['question', 'answer', 'others']);
});

test('a question lends more to its answer than a statement of the same length', () => {
  const { search } = searchViews([
    said('asked', 'which port for invoices?', { session_id: 'a' }),
    said('answer', 'seven', { session_id: 'a' }),
    said('noted', 'which port for invoices.', { session_id: 'b' }),
    said('remark', 'seven', { session_id: 'b' }),
    ...OTHERS,
  ]);
  const { hits } = search('invoices', { explain: true });
  const around = (title: string) =>
    hits.find((hit) => hit.title === title)?.explain?.words[0]?.around ?? expect.fail(title);
  expect(around('answer')).toBeGreaterThan(around('remark'));
});

test('a word around a note adds less where the note holds the word itself', () => {
  const { search } = searchViews([
    said('lends', 'the invoice', { session_id: 'a' }),
    said('holds', 'the invoice', { session_id: 'a' }),
    said('lends', 'the invoice', { session_id: 'b' }),
    said('lacks', 'the receipt', { session_id: 'b' }),
    ...OTHERS,
  ]);
  const { hits } = search('invoices', { explain: true });
  const around = (title: string) =>
    hits.find((hit) => hit.title === title)?.explain?.words[0]?.around ?? expect.fail(title);
  expect(around('holds')).toBeGreaterThan(0);
  expect(around('holds')).toBeLessThan(around('lacks'));
});

test('neighbours must match every filter', () => {
  const { titles } = searchViews([
    said('match', 'invoices', { project: 'p', author: 'ada', tags: '["x"]', team: 't' }),
    said('neighbour', 'hm', { project: 'q', author: 'bob', tags: '["y"]', type: 'decision' }),
  ]);
  expect(titles('invoices')).toEqual(['match', 'neighbour']);
  const first = 1_700_000_001;
  const filters: SearchFilters[] = [
    { at: 0, project: 'p' },
    { at: 0, author: 'ada' },
    { at: 0, tag: 'x' },
    { at: 0, team: 't' },
    { at: 0, type: 'task' },
    { at: 0, to: first },
    { at: 0, as_of: 1 },
  ];
  for (const one of filters) expect(titles('invoices', { filters: one })).toEqual(['match']);
  expect(titles('invoices', { filters: { at: 0, session_id } })).toEqual(['match', 'neighbour']);
  expect(titles('invoices', { filters: { at: 0, project: 'q' } })).toEqual([]);
});

test('a revised neighbour keeps its place in the session, and only its current revision becomes a hit', () => {
  const { titles } = searchViews([
    said('three before', 'hm', { id: 'z' }),
    said('old words', 'hm', { id: 'a', until: 7 }),
    said('before', 'hm', { id: 'y' }),
    said('match', 'invoices', { id: 'b' }),
    said('after', 'hm', { id: 'c' }),
    said('two after', 'hm', { id: 'd' }),
    said('new words', 'hm', { id: 'a', first: 2, revision: 2 }),
    said('three after', 'hm', { id: 'e' }),
  ]);
  const around = ['after', 'before', 'match'];
  expect(titles('invoices').sort()).toEqual([...around, 'new words', 'two after']);
  expect(titles('invoices', { filters: { at: 0, as_of: 6 } }).sort()).toEqual([
    ...around,
    'old words',
    'two after',
  ]);
});

test('the notes around the first revision of a match become hits', () => {
  const { titles } = searchViews([
    said('match', 'hm', { id: 'a', until: 5 }),
    said('after', 'hm'),
    said('two after', 'hm'),
    said('three after', 'hm'),
    said('match', 'invoices', { id: 'a', first: 1, revision: 2 }),
    said('four after', 'hm'),
  ]);
  expect(titles('invoices').sort()).toEqual(['after', 'match', 'two after']);
});

test('words that a neighbour has lost by a revision are not lent', () => {
  const words = (revised: object) =>
    searchViews([
      said('match', 'the ledger'),
      said('neighbour', 'the invoice', { id: 'n', ...revised }),
      said('neighbour', 'the receipt', { id: 'n', first: 2, revision: 2 }),
      ...OTHERS,
    ])
      .search('ledger invoices', { explain: true })
      .hits.find(({ title }) => title === 'match')
      ?.explain?.words.map(({ word }) => word);
  expect(words({ until: 3 })).toEqual(['ledger']);
});

const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

test('when a neighbour is forgotten, the notes around it score as if it had never been', async () => {
  const match: Findable = { title: 'match', content: 'the ledger', session_id: SESSION };
  const neighbour = { title: 'neighbour', content: 'the invoice', session_id: SESSION };
  const after = { title: 'after', content: 'a receipt', session_id: SESSION };
  const vault = await searchVault([match, neighbour, after, ...OTHERS]);
  const never = await searchVault([match, after, ...OTHERS]);
  const answer = async ({ search }: typeof vault) =>
    (await search('ledger invoices receipts', { explain: true })).hits.map(
      ({ title, score, explain }) => ({ title, score, explain }),
    );
  const lent = { word: 'invoices', in_note: 0, around: expect.any(Number) };
  const before = (await answer(vault)).find(({ title }) => title === 'match');
  expect(before?.explain?.words).toContainEqual(lent);
  const { hits } = await vault.search('invoices');
  const { id } = hits.find(({ title }) => title === 'neighbour') ?? expect.fail();
  await vault.app.executor.execute(forgetObservation, { id }, { meta: { actor: 'test' } });
  const now = await answer(vault);
  expect(now.map(({ title }) => title).sort()).toEqual(['after', 'match']);
  expect(now).toEqual(await answer(never));
});
