import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const OBSERVATIONS = '/api/v1/observations';

test('a saved note is returned as it was stored', async () => {
  const client = await testClient(await testApp());
  const saved = await client.call('POST', OBSERVATIONS, {
    payload: { title: ' Hello ', content: 'world', type: 'decision', tags: ['a', 'b', 'a'] },
  });
  expect(saved.statusCode).toBe(200);
  expect(saved.headers['x-log-position']).toBe('1');
  const got = await client.call('GET', `${OBSERVATIONS}/${saved.json().id.toLowerCase()}`);
  expect(got.json()).toEqual({
    id: saved.json().id,
    session_id: null,
    type: 'decision',
    title: 'Hello',
    content: 'world',
    tags: ['a', 'b'],
    created_at: '2026-11-20T09:30:00Z',
  });
});

test('every optional field is returned, names trimmed and the session id in upper case', async () => {
  const client = vault();
  const id = await save(client, {
    project: ' checkout ',
    team: '\tpayments',
    country: 'DE\n',
    author: ' ada ',
    tags: [' retries ', 'retries'],
    session_id: UNKNOWN_SESSION.toLowerCase(),
  });
  const got = await client.call('GET', `${OBSERVATIONS}/${id}`);
  expect(got.json()).toMatchObject({
    project: 'checkout',
    team: 'payments',
    country: 'DE',
    author: 'ada',
    tags: ['retries'],
    session_id: UNKNOWN_SESSION,
  });
});

test('null for an optional field means absent', async () => {
  const client = vault();
  const absent = Object.fromEntries(
    ['tags', 'project', 'team', 'country', 'author', 'session_id', 'dry_run', 'force'].map(
      (field) => [field, null],
    ),
  );
  const id = await save(client, absent);
  const got = (await client.call('GET', `${OBSERVATIONS}/${id}`)).json();
  expect(Object.keys(got).sort()).toEqual(
    ['content', 'created_at', 'id', 'session_id', 'tags', 'title', 'type'].sort(),
  );
  expect(got).toMatchObject({ tags: [], session_id: null });
});

test('unknown fields are refused by name, also those that every object has', async () => {
  const client = await testClient(await testApp());
  const text = JSON.stringify(note({ mood: 'fine' })).replace('{', '{"constructor":1,');
  const headers = { 'content-type': 'application/json' };
  const refused = await client.call('POST', OBSERVATIONS, { payload: text, headers });
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  const paths = refused.json().errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['/constructor', '/mood']);
});

test('id and time from a caller are left out', async () => {
  const client = await testClient(await testApp());
  const given = '01AAAAAAAAAAAAAAAAAAAAAAAA';
  const payload = note({ id: given, created_at: '2001-01-01T00:00:00Z' });
  const saved = await client.call('POST', OBSERVATIONS, { payload });
  expect(saved.json().id).not.toBe(given);
  const got = (await client.call('GET', `${OBSERVATIONS}/${saved.json().id}`)).json();
  expect(got).toMatchObject({ title: 'A title', created_at: '2026-11-20T09:30:00Z' });
});

test('title and content are stored in normalisation form C', async () => {
  const client = vault();
  const id = await save(client, { title: 'Cafe\u0301', content: 'n\u0303andu\u0301' });
  const got = (await client.call('GET', `${OBSERVATIONS}/${id}`)).json();
  expect(got).toMatchObject({ title: 'Caf\u00e9', content: '\u00f1and\u00fa' });
});

test.each(['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01ka5zj3m4t6v8x0y2z4a6c8e0', 'no-ulid', '%F0%9F%8E%89'])(
  'an unknown id gets 404: %s',
  async (id) => {
    const client = vault();
    const got = await client.call('GET', `${OBSERVATIONS}/${id}`);
    expect(got.statusCode).toBe(404);
    expect(got.json().code).toBe('not_found');
  },
);

test.each(
  ['decision', 'pattern', 'bugfix', 'learning', 'context'].concat([
    'antipattern',
    'task',
    'feature',
    'refactor',
    'discovery',
  ]),
)('%s is accepted as a type', async (type) => {
  const client = vault();
  const id = await save(client, { type });
  expect((await client.call('GET', `${OBSERVATIONS}/${id}`)).json().type).toBe(type);
});

test.each([{ id: 'no-ulid' }, { id: 7 }, { created_at: 'yesterday' }, { created_at: [] }])(
  'ignored fields are not validated: %j',
  async (about) => {
    const client = await testClient(await testApp());
    await save(client, about);
  },
);
