import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { importNotes, listed, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const CONTEXT = '/api/v1/context/p';

test('the context of a project is newest first, without other projects', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, [
    { title: 'middle', project: 'p', created_at: '2026-01-02T00:00:00Z' },
    { title: 'oldest', project: 'p', created_at: '2026-01-01T00:00:00Z' },
    { title: 'newest', project: 'p', created_at: '2026-01-03T00:00:00Z' },
    { title: 'other', project: 'p2', created_at: '2026-01-04T00:00:00Z' },
    { title: 'none', created_at: '2026-01-05T00:00:00Z' },
  ]);
  expect(await listed(client, CONTEXT, 'title')).toEqual(['newest', 'middle', 'oldest']);
});

test('among notes of the same second the last one saved comes first', async () => {
  const client = await testClient(await testApp());
  const first = await save(client, { project: 'p' });
  const second = await save(client, { project: 'p' });
  expect(await listed(client, CONTEXT)).toEqual([second, first]);
});

test('an unknown project has no context', async () => {
  const client = vault();
  expect(await listed(client, '/api/v1/context/unknown')).toEqual([]);
});

test('a context has up to 20 notes, or up to limit', async () => {
  const client = await testClient(await testApp());
  const notes = Array.from({ length: 101 }, (_, i) => ({ title: `${i}`, project: 'p' }));
  await importNotes(client, notes);
  expect(await listed(client, CONTEXT)).toHaveLength(20);
  expect(await listed(client, `${CONTEXT}?limit=1`, 'title')).toEqual(['100']);
  expect(await listed(client, `${CONTEXT}?limit=100`)).toHaveLength(100);
});

test.each(['0', '101', '-1', '1e1', ' 5', '', 'all'])('limit=%s is refused', async (limit) => {
  const client = vault();
  const refused = await client.call('GET', `${CONTEXT}?limit=${encodeURIComponent(limit)}`);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});
