import { expect, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import { testClient } from '../../support/client.js';
import { testApp, testClock } from '../../support/testApp.js';

const NOTE = { title: 'Pick a queue', content: 'Rabbit, for now.', type: 'decision', project: 'p' };

async function withNote(note: object = NOTE) {
  const clock = testClock();
  const app = await testApp({}, { clock, ids: ulids() });
  const client = await testClient(app);
  const { id } = (await client.call('POST', '/api/v1/observations', { payload: note })).json();
  clock.advance(60_000);
  const url = `/api/v1/observations/${id}`;
  return { app, client, clock, id, url };
}

test('a revision changes the given fields and leaves the others', async () => {
  const { client, url, id } = await withNote({ ...NOTE, tags: ['q'], author: 'ada' });
  const revised = await client.call('PATCH', url, { payload: { content: 'Kafka.' } });
  expect(revised.statusCode).toBe(200);
  expect(revised.json()).toEqual({
    ...NOTE,
    id,
    session_id: null,
    tags: ['q'],
    author: 'ada',
    content: 'Kafka.',
    revision: 2,
    created_at: '2026-11-20T09:30:00Z',
    updated_at: '2026-11-20T09:31:00Z',
  });
  expect((await client.call('GET', url)).json()).toEqual(revised.json());
  expect(revised.headers['x-log-position']).toBe('2');
});

test('lists, search and counts use the newest revision, the history shows all', async () => {
  const { client, url } = await withNote({ ...NOTE, tags: ['old'] });
  const payload = { content: 'Kafka.', type: 'bugfix', tags: ['new'] };
  await client.call('PATCH', url, { payload });
  const read = async (path: string) => (await client.call('GET', path)).json();
  expect(await read('/api/v1/search?q=rabbit')).toEqual([]);
  expect(await read('/api/v1/search?q=kafka')).toMatchObject([{ content: 'Kafka.' }]);
  expect(await read('/api/v1/context/p')).toMatchObject([{ content: 'Kafka.', revision: 2 }]);
  expect(await read('/api/v1/timeline/p')).toMatchObject([{ content: 'Kafka.' }]);
  expect(await read('/api/v1/summary/p')).toMatchObject({
    observations_total: 1,
    by_type: { bugfix: 1 },
    top_tags: [{ tag: 'new', count: 1 }],
    decisions: [],
  });
  expect(await read(`${url}/history`)).toMatchObject([
    { revision: 1, content: 'Rabbit, for now.', updated_at: '2026-11-20T09:30:00Z' },
    { revision: 2, content: 'Kafka.', updated_at: '2026-11-20T09:31:00Z' },
  ]);
});

test('a revision that changes nothing is not recorded', async () => {
  const { app, client, url } = await withNote();
  const same = await client.call('PATCH', url, { payload: { content: ' Rabbit, for now. ' } });
  expect(same.json()).toMatchObject({ revision: 1 });
  expect((await app.log.head()).position).toBe(1);
});

test('secrets in a revision are redacted', async () => {
  const { client, url } = await withNote();
  const payload = { title: 'password: hunter2hunter2', tags: ['a'] };
  const revised = await client.call('PATCH', url, { payload });
  expect(revised.json()).toMatchObject({ title: 'password: [REDACTED]' });
});

test.each([
  ['nothing', {}],
  ['only nulls', { title: null, content: null }],
  ['a title that is too long', { title: 'x'.repeat(101) }],
  ['a type there is not', { type: 'idea' }],
  ['an empty content', { content: '  ' }],
])('%s is refused and changes nothing', async (_what, payload) => {
  const { app, client, url } = await withNote();
  const refused = await client.call('PATCH', url, { payload });
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  expect((await app.log.head()).position).toBe(1);
});

test('an unknown note cannot be revised', async () => {
  const { client } = await withNote();
  for (const id of ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', 'x']) {
    const refused = await client.call('PATCH', `/api/v1/observations/${id}`, {
      payload: { title: 't' },
    });
    expect(refused.statusCode).toBe(404);
  }
});

test('after a revision, duplicates are detected by the new content', async () => {
  const session_id = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
  const { client, url, id } = await withNote({ ...NOTE, session_id });
  await client.call('PATCH', url, { payload: { content: 'Kafka.' } });
  const save = async (content: string) =>
    (
      await client.call('POST', '/api/v1/observations', {
        payload: { ...NOTE, content, session_id },
      })
    ).json();
  expect(await save('Kafka.')).toEqual({ deduplicated: true, existing_id: id });
  const old = await save('Rabbit, for now.');
  expect(old.id).not.toBe(id);
  expect(await save('Rabbit, for now.')).toEqual({ deduplicated: true, existing_id: old.id });
});

test('the answer shows the links and the pin of the note, as a read does', async () => {
  const { client, url, id } = await withNote();
  const next = { ...NOTE, title: 'Pick another queue', supersedes: id };
  await client.call('POST', '/api/v1/observations', { payload: next });
  await client.call('PUT', `${url}/pin`);
  const revised = await client.call('PATCH', url, { payload: { content: 'Kafka.' } });
  expect(revised.json()).toMatchObject({ pinned: true, superseded_by: expect.any(String) });
  expect((await client.call('GET', url)).json()).toEqual(revised.json());
});
