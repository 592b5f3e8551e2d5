import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../src/domain/caller.js';
import { getConventionsVersion } from '../../../src/queries/documents.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp, testClock } from '../../support/testApp.js';

const vault = sharedClient();

const URL = '/api/v1/openspec/p';

const put = (client: Client, payload: object, headers: Record<string, string> = ADMIN) =>
  client.call('PUT', URL, { payload, headers });

test('before the first publication the text is empty and the version 0', async () => {
  const client = await testClient(await testApp());
  const got = await client.call('GET', URL);
  expect(got.json()).toEqual({ project: 'p', content: '', version: 0, updated_at: null });
});

test('each publication is the next version', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  await put(client, { content: 'One.' });
  clock.advance(1000);
  const second = await put(client, { content: 'Two.' });
  expect(second.headers['x-log-position']).toBe('2');
  expect(second.json()).toEqual({
    project: 'p',
    content: 'Two.',
    version: 2,
    updated_at: '2026-11-20T09:30:01Z',
  });
  expect((await client.call('GET', URL)).json()).toEqual(second.json());
});

test('an older version is read by its number, and one that is not there is not found', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const version = async (n: unknown, more = '') =>
    (await client.call('GET', `${URL}?version=${n}${more}`)).json();
  expect(await version(1)).toMatchObject({ status: 404, code: 'not_found' });
  await put(client, { content: 'One.' });
  clock.advance(1000);
  await put(client, { content: 'Two.' });
  await put(client, { content: 'For a team.', team: 't' });
  expect(await version(1)).toEqual({
    project: 'p',
    content: 'One.',
    version: 1,
    updated_at: '2026-11-20T09:30:00Z',
  });
  expect(await version(2)).toMatchObject({ content: 'Two.', version: 2 });
  expect(await version(3)).toMatchObject({
    status: 404,
    detail: 'there is no version 3 of the conventions of p',
  });
  expect(await version(1, '&team=t')).toMatchObject({ content: 'For a team.', team: 't' });
  expect(await version(2, '&team=t')).toMatchObject({ status: 404 });
  expect(await version(2, '&team=other')).toMatchObject({ content: 'Two.' });
  expect(await version(0)).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

test('no version of forgotten conventions is found', async () => {
  const client = await testClient(await testApp());
  await put(client, { content: 'One.' });
  await put(client, { content: 'Two.' });
  await client.call('DELETE', '/admin/openspec/p', { headers: ADMIN });
  await put(client, { content: 'Again.' });
  const first = await client.call('GET', `${URL}?version=1`);
  expect(first.json()).toMatchObject({ content: 'Again.', version: 1 });
  const second = await client.call('GET', `${URL}?version=2`);
  expect(second.json()).toMatchObject({ status: 404, code: 'not_found' });
});

test('a version that the read model lost is refused, not denied', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await put(client, { content: 'One.' });
  await put(client, { content: 'Two.' });
  expect((await client.call('GET', `${URL}?version=1`)).statusCode).toBe(200);
  const views = await app.readModels.current('conventions');
  const damaged = {
    ...app,
    readModels: {
      ...app.readModels,
      current: async () => ({ ...views, get: () => undefined }),
    },
  };
  const version = { project: 'p', team: undefined, version: 1 };
  await expect(getConventionsVersion(damaged, EVERYTHING, version)).rejects.toMatchObject({
    code: 'not_ready',
  });
});

test('conventions are stored unchanged, including line breaks at both ends', async () => {
  const client = await testClient(await testApp());
  const content = '  indented\n\nlast line\n';
  expect((await put(client, { content })).json().content).toBe(content);
});

test('conventions go through the privacy filter', async () => {
  const client = await testClient(await testApp({}, { filter: plainFilter }));
  expect((await put(client, { content: 'hush' })).json().content).toBe('[REDACTED]');
});

test.each([
  ['missing_credential', {}],
  ['invalid_admin_key', { 'x-admin-key': 'wrong' }],
])('publishing is refused with %s', async (code, headers) => {
  const { app, ...client } = vault();
  const before = await stateOf(app);
  const refused = await put(client, { content: 'x' }, headers);
  expect(refused.json()).toMatchObject({ status: 401, code });
  expect(await stateOf(app)).toEqual(before);
});

test.each([{}, { content: null }, { content: 7 }, { content: 'a\u0000' }])(
  '%j is refused',
  async (payload) => {
    const { app, ...client } = vault();
    const refused = await put(client, payload);
    expect(refused.json()).toMatchObject({
      code: 'invalid_payload',
      errors: [{ path: '/content' }],
    });
    expect((await app.log.head()).position).toBe(0);
  },
);
