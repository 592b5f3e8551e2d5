import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { importNotes, listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const url = (q: string, rest: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...rest })}`;
const titles = (client: Client, q: string, rest?: Record<string, string>) =>
  listed(client, url(q, rest), 'title');

const FILTERS: readonly [string, string][] = [
  ['project', 'a/b'],
  ['type', 'bugfix'],
  ['team', 'payments'],
  ['country', 'DE'],
  ['author', 'ada'],
  ['session_id', UNKNOWN_SESSION],
];

test.each(FILTERS)('a search filters by %s', async (field, value) => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Other' });
  await save(client, { title: 'Wanted', [field]: value });
  expect(await titles(client, 'content', { [field]: value })).toEqual(['Wanted']);
  expect(await titles(client, 'content')).toHaveLength(2);
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
  const client = await testClient(await testApp());
  const refused = await client.call('GET', url('x', { [name]: value }));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.json().errors).toEqual([{ path: `/${name}`, message: expect.any(String) }]);
});

test('unknown parameters are ignored', async () => {
  const client = await testClient(await testApp());
  expect(await listed(client, url('x', { sort: 'up' }))).toEqual([]);
});
