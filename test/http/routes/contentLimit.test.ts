import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

test('lists give the beginning of each content, and the size of the whole', async () => {
  const client = await testClient(await testApp());
  const content = 'naïve 🚀 retries';
  await save(client, { project: 'checkout', content });
  for (const url of [
    '/api/v1/observations?project=checkout',
    '/api/v1/search?q=retries',
    '/api/v1/timeline/checkout?from=2020-01-01T00:00:00Z',
  ]) {
    const contents = async (limit: string) => {
      const [one] = (await client.call('GET', `${url}&content_limit=${limit}`)).json();
      return [one.content, one.content_bytes];
    };
    const bytes = Buffer.byteLength(content);
    expect(await contents('7')).toEqual(['naïve 🚀', bytes]);
    expect(await contents('0')).toEqual(['', bytes]);
    expect(await contents('10000')).toEqual([content, undefined]);
    expect((await client.call('GET', `${url}&content_limit=10001`)).statusCode).toBe(400);
  }
});

test('a save says what was redacted, by kind', async () => {
  const client = await testClient(await testApp());
  const payload = note({ content: 'password=hunter2hunter2' });
  const saved = (await client.call('POST', '/api/v1/observations', { payload })).json();
  const rehearsal = { ...payload, dry_run: true };
  const rehearsed = await client.call('POST', '/api/v1/observations', { payload: rehearsal });
  expect(saved.redactions).toEqual(rehearsed.json().redactions);
  expect(saved.redactions).toEqual([{ kind: expect.any(String), count: 1 }]);
});

test('sessions are listed by project, in any case, and by state', async () => {
  const client = await testClient(await testApp());
  const start = async (project: string) =>
    (await client.call('POST', '/api/v1/sessions', { payload: { project } })).json().id;
  const [first, second, other] = [
    await start('Checkout'),
    await start('checkout'),
    await start('ledger'),
  ];
  const payload = { summary: 'done' };
  for (const id of [first, other]) await client.call('PUT', `/api/v1/sessions/${id}`, { payload });
  const ids = async (query: string) => {
    const listed = await client.call('GET', `/api/v1/sessions/all?${query}`);
    return listed.json().map(({ id }: { id: string }) => id);
  };
  expect(await ids('project=checkout')).toEqual([second, first]);
  expect(await ids('project=CHECKOUT&state=ended')).toEqual([first]);
  expect(await ids('state=ended&limit=1')).toEqual([other]);
  expect((await client.call('GET', '/api/v1/sessions/all?state=over')).statusCode).toBe(400);
});
