import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { plainFilter } from '../../support/plainFilter.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp, testClock } from '../../support/testApp.js';

const vault = sharedClient();

const PROMPTS = '/api/v1/prompts';

const post = (client: Client, about: Record<string, unknown>) =>
  client.call('POST', PROMPTS, { payload: { name: 'review', content: 'Review it.', ...about } });

test('saving answers with the prompt', async () => {
  const client = await testClient(await testApp());
  const saved = await post(client, { name: ' review ', tags: ['a', ' b', 'a'] });
  expect(saved.statusCode).toBe(200);
  expect(saved.headers['x-log-position']).toBe('1');
  expect(saved.json()).toEqual({
    id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    name: 'review',
    version: 1,
    content: 'Review it.',
    tags: ['a', 'b'],
    created_at: '2026-11-20T09:30:00Z',
    updated_at: '2026-11-20T09:30:00Z',
  });
  expect((await client.call('GET', `${PROMPTS}/review`)).json()).toEqual(saved.json());
});

test('other content under the same name is the next version', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const first = (await post(client, {})).json();
  clock.advance(60_000);
  const second = (await post(client, { content: 'Review it twice.' })).json();
  expect(second).toEqual({
    ...first,
    version: 2,
    content: 'Review it twice.',
    updated_at: '2026-11-20T09:31:00Z',
  });
  expect((await client.call('GET', `${PROMPTS}/review`)).json()).toEqual(second);
  expect((await client.call('GET', `${PROMPTS}/review?version=1`)).json()).toEqual(first);
  expect((await client.call('GET', `${PROMPTS}/review?version=2`)).json()).toEqual(second);
});

test('the same name and content make no new version', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const first = await post(client, { tags: ['a'] });
  const before = await stateOf(app);
  const again = await post(client, { tags: ['a'] });
  expect(again.json()).toEqual(first.json());
  expect(again.headers['x-log-position']).toBe('1');
  expect(await stateOf(app)).toEqual(before);
});

test('other tags with the same content are stored without a new version', async () => {
  const client = await testClient(await testApp());
  const first = (await post(client, { tags: ['a'] })).json();
  expect((await post(client, { tags: ['b'] })).json()).toEqual({ ...first, tags: ['b'] });
  expect((await post(client, {})).json()).toEqual({ ...first, tags: ['b'] });
});

test('a return to earlier content makes a new version', async () => {
  const client = await testClient(await testApp());
  for (const content of ['a', 'b', 'a']) await post(client, { content });
  expect((await client.call('GET', `${PROMPTS}/review`)).json()).toMatchObject({
    version: 3,
    content: 'a',
  });
});

test('a prompt is stored unchanged, including line breaks at both ends', async () => {
  const client = await testClient(await testApp());
  const content = '  indented\n\nlast line\n';
  expect((await post(client, { content })).json().content).toBe(content);
});

test.each([
  ['/name', { name: undefined }],
  ['/name', { name: ' ' }],
  ['/name', { name: 'x'.repeat(201) }],
  ['/content', { content: null }],
  ['/content', { content: '' }],
  ['/content', { content: 'x'.repeat(524_289) }],
  ['/tags/0', { tags: [''] }],
])('a wrong prompt is refused at %s', async (path, about) => {
  const { app, ...client } = vault();
  const refused = await post(client, about);
  expect(refused.json()).toMatchObject({ code: 'invalid_payload', errors: [{ path }] });
  expect((await app.log.head()).position).toBe(0);
});

test('a prompt goes through the privacy filter', async () => {
  const client = await testClient(await testApp({}, { filter: plainFilter }));
  expect((await post(client, { content: 'hush' })).json().content).toBe('[REDACTED]');
});
