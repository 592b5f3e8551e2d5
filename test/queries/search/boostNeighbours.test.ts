import { expect, test } from 'vitest';
import type { SearchFilters } from '../../../src/queries/search/searchScope.js';
import { searchViews } from '../../support/searchViews.js';

const session_id = 's';
const said = (title: string, content: string, more: object = {}) => ({
  ...{ title, content, session_id },
  ...more,
});

test('the note before a match and the two after it in its session become matches, and no others', () => {
  const { titles } = searchViews([
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
  expect(found.slice(1).sort()).toEqual(['after', 'before', 'two after']);
});

test('a note whose neighbours match is ranked above equal notes', () => {
  const { titles } = searchViews([
    said('question', 'which database holds invoices and why'),
    said('answer', 'the postgres one'),
    { title: 'postgres', content: 'the postgres one', session_id: 'other' },
    ...Array.from({ length: 20 }, () => ({ title: 'filler', content: 'nothing of the kind' })),
  ]);
  expect(titles('postgres database invoices')).toEqual(['question', 'answer', 'postgres']);
});

test('neighbours must match every filter', () => {
  const { titles } = searchViews([
    said('match', 'invoices', { project: 'p', author: 'ada', tags: '["x"]', team: 't' }),
    said('neighbour', 'hm', { project: 'q', author: 'bob', tags: '["y"]', type: 'decision' }),
  ]);
  expect(titles('invoices')).toEqual(['match', 'neighbour']);
  const first = 1_700_000_001;
  const filters: SearchFilters[] = [
    ...[{ project: 'p' }, { author: 'ada' }, { tag: 'x' }, { team: 't' }],
    { type: 'task' },
    ...[{ to: first }, { as_of: 1 }],
  ];
  for (const one of filters) expect(titles('invoices', { filters: one })).toEqual(['match']);
  expect(titles('invoices', { filters: { session_id } })).toEqual(['match', 'neighbour']);
  expect(titles('invoices', { filters: { project: 'q' } })).toEqual([]);
});

test('a revised neighbour keeps its place in the session, and only its current revision becomes a match', () => {
  const { titles } = searchViews([
    said('old words', 'hm', { id: 'a', until: 4 }),
    said('match', 'invoices', { id: 'b' }),
    said('after', 'hm', { id: 'c' }),
    said('new words', 'hm', { id: 'a', first: 1, revision: 2 }),
    said('two after', 'hm', { id: 'd' }),
    said('three after', 'hm', { id: 'e' }),
  ]);
  expect(titles('invoices').sort()).toEqual(['after', 'match', 'new words', 'two after']);
  expect(titles('invoices', { filters: { as_of: 3 } }).sort()).toEqual([
    'after',
    'match',
    'old words',
  ]);
});

test('a revised match boosts the notes next to its first revision', () => {
  const { titles } = searchViews([
    said('match', 'hm', { id: 'a', until: 4 }),
    said('after', 'hm'),
    said('two after', 'hm'),
    said('match', 'invoices', { id: 'a', first: 1, revision: 2 }),
    said('three after', 'hm'),
  ]);
  expect(titles('invoices').sort()).toEqual(['after', 'match', 'two after']);
});
