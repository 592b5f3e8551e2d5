import { expect, test } from 'vitest';
import { FILTER_NAMES, SEARCH_FILTERS } from '../../../src/domain/searchFilters.js';
import { type Client, testClient } from '../../support/client.js';
import { FILTER_EXAMPLES } from '../../support/filterExamples.js';
import { importNotes, listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const url = (q: string, rest: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...rest })}`;
const titles = (client: Client, q: string, rest?: Record<string, string>) =>
  listed(client, url(q, rest), 'title');

test.each(Object.entries(FILTER_EXAMPLES))('a search filters by %s', async (name, example) => {
  const client = await testClient(await testApp());
  await importNotes(client, [
    { ...example.other, title: 'Other' },
    { ...example.wanted, title: 'Wanted' },
  ]);
  expect(await titles(client, 'content', { [name]: example.value })).toEqual(['Wanted']);
  expect(await titles(client, 'content')).toHaveLength(2);
});

test('no two filters share a letter, by which the index tells their words apart', () => {
  const letters = FILTER_NAMES.flatMap((name) => SEARCH_FILTERS[name].letter ?? []);
  expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.length).toBeGreaterThan(0);
});

test('a search filters by tag and by session, also with its id in lower case', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Wanted', tags: ['x', 'y z'], session_id: UNKNOWN_SESSION });
  await save(client, { title: 'Other', tags: ['y'] });
  expect(await titles(client, 'content', { tag: 'y z' })).toEqual(['Wanted']);
  const session_id = UNKNOWN_SESSION.toLowerCase();
  expect(await titles(client, 'content', { session_id })).toEqual(['Wanted']);
});

test('a search filters by time, both bounds inclusive', async () => {
  const client = await testClient(await testApp());
  const days = ['01', '02', '03'].map((day) => `2026-01-${day}T00:00:00Z`);
  await importNotes(
    client,
    days.map((created_at) => ({ created_at, title: created_at })),
  );
  const [first = '', second = '', third = ''] = days;
  expect(await titles(client, 'content', { from: second })).toHaveLength(2);
  expect(await titles(client, 'content', { to: second })).toHaveLength(2);
  expect(await titles(client, 'content', { from: second, to: second })).toEqual([second]);
  const [from, to] = ['2026-01-01T02:00:00+02:00', '2026-01-03T00:00:00.9Z'];
  expect((await titles(client, 'content', { from, to })).sort()).toEqual([first, second, third]);
});

const WRONG: readonly [string, string][] = [
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '-1'],
  ['limit', '1.5'],
  ['limit', 'ten'],
  ['limit', ''],
  ['offset', '-1'],
  ['offset', 'x'],
  ['type', 'idea'],
  ['from', 'yesterday'],
  ['to', '2026-02-30T00:00:00Z'],
  ['session_id', 'abc'],
  ['project', ' '],
  ['team', 'x'.repeat(201)],
  ['cloud', 'maybe'],
];

test.each(WRONG)('%s=%s is refused', async (name, value) => {
  const client = vault();
  const refused = await client.call('GET', url('x', { [name]: value }));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.json().errors).toEqual([{ path: `/${name}`, message: expect.any(String) }]);
});

test('an unknown parameter is refused, with the name that is meant', async () => {
  const client = vault();
  const refused = await client.call('GET', url('x', { projekt: 'p' }));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  const message = 'is not known here: did you mean "project"?';
  expect(refused.json().errors).toEqual([{ path: '/projekt', message }]);
});
