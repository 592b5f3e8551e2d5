import { expect, test } from 'vitest';
import {
  addressOf,
  chosenOf,
  filterParams,
  searchQueryOf,
  shownValue,
  withFilter,
} from '../../../../web/pages/search/searchQuery.js';

const read = (address: string) => searchQueryOf(new URLSearchParams(address));

test('an address that was read is written as it was, without what is empty or unknown', () => {
  const address = {
    q: 'a b',
    type: 'bugfix',
    tag: 'x',
    path: 'src/',
    commit: 'a1b2c3d',
    from: '2026-01-31',
    as_of: '17',
    cloud: '1',
    layers: '0',
  };
  expect(addressOf(searchQueryOf(new URLSearchParams(address)))).toEqual(address);
  expect(addressOf(read('q=&type=&offset=3'))).toEqual({});
});

test('a filter is set, changed and taken away', () => {
  const query = withFilter(read('q=a&type=bugfix'), 'project', 'checkout');
  expect(addressOf(query)).toEqual({ q: 'a', type: 'bugfix', project: 'checkout' });
  expect(addressOf(withFilter(query, 'type', undefined))).toEqual({ q: 'a', project: 'checkout' });
  expect(chosenOf(query)).toEqual([
    ['type', 'bugfix'],
    ['project', 'checkout'],
  ]);
});

test('days are whole days of the reader, both included', () => {
  const { from, to } = filterParams(read('from=2026-01-31&to=2026-02-01'));
  expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 0, 31).getTime());
  expect(new Date(to ?? '').getTime()).toBe(new Date(2026, 1, 1, 23, 59, 59).getTime());
});

test('what is no day goes to the API, which says what is wrong with it', () => {
  expect(filterParams(read('from=yesterday&to=2026-13-41'))).toEqual({
    from: 'yesterday',
    to: '2026-13-41',
  });
});

test('a month is one of UTC, from its first second to its last', () => {
  expect(filterParams(read('month=2026-12'))).toEqual({
    from: '2026-12-01T00:00:00.000Z',
    to: '2026-12-31T23:59:59.000Z',
  });
  expect(filterParams(read('month=2026-13'))).toEqual({ from: '2026-13', to: '2026-13' });
});

test('a month and days take the place of each other', () => {
  const days = read('q=a&from=2026-01-31&to=2026-02-01');
  const month = withFilter(days, 'month', '2026-03');
  expect(addressOf(month)).toEqual({ q: 'a', month: '2026-03' });
  expect(addressOf(withFilter(month, 'to', '2026-02-01'))).toEqual({ q: 'a', to: '2026-02-01' });
  expect(addressOf(withFilter(days, 'month', undefined))).toEqual(addressOf(days));
});

test('a month is shown in words, and what is none as it is', () => {
  expect([shownValue('month', '2026-11'), shownValue('month', '2026-13')]).toEqual([
    'Nov 2026',
    '2026-13',
  ]);
  expect(shownValue('tag', '2026-11')).toBe('2026-11');
});
