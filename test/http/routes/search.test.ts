import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { importNotes, listed, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const url = (q: string, rest: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...rest })}`;
const titles = (client: Client, q: string, rest?: Record<string, string>) =>
  listed(client, url(q, rest), 'title');

test('hits with all words come before those with some, hits in the title before those in the content', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Some', content: 'Idempotency is a long word in a long text.' });
  await save(client, { title: 'All in the content', content: 'An idempotency key, explained.' });
  await save(client, { title: 'Idempotency key', content: 'Explained at the same length here.' });
  const found = (await client.call('GET', url('idempotency key'))).json();
  expect(found.map(({ title }: { title: string }) => title)).toEqual([
    'Idempotency key',
    'All in the content',
    'Some',
  ]);
  expect(found[0]).toMatchObject({ source: 'local', score: expect.any(Number) });
});

test('tags are searched, too', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Tagged', tags: ['kubernetes'] });
  expect(await titles(client, 'kubernetes')).toEqual(['Tagged']);
});

test('a search gives up to 20 hits, or up to limit, and pages with offset', async () => {
  const client = await testClient(await testApp());
  await importNotes(
    client,
    Array.from({ length: 120 }, (_, i) => ({ title: `Note ${i}` })),
  );
  expect(await titles(client, 'note')).toHaveLength(20);
  expect(await titles(client, 'note', { limit: '1' })).toHaveLength(1);
  const hundred = await titles(client, 'note', { limit: '100' });
  expect(hundred).toHaveLength(100);
  const rest = await titles(client, 'note', { limit: '100', offset: '100' });
  expect(new Set([...hundred, ...rest]).size).toBe(120);
  expect(await titles(client, 'note', { offset: '120' })).toEqual([]);
});

test('without a hive, cloud=1 gives the local answer and says so', async () => {
  const client = await testClient(await testApp());
  const id = await save(client);
  const found = await client.call('GET', url('content', { cloud: '1' }));
  expect(found.json()).toMatchObject([{ id, source: 'local' }]);
  expect(found.headers['x-hive']).toBe('unavailable');
  expect((await client.call('GET', url('content'))).headers).not.toHaveProperty('x-hive');
});
