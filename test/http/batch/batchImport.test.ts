import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, listed, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const BATCH = '/api/v1/observations/batch';
const NDJSON = { 'content-type': 'application/x-ndjson' };

const send = (client: Client, lines: readonly string[], headers = {}) =>
  client.call('POST', BATCH, { payload: lines.join('\n'), headers: { ...NDJSON, ...headers } });
const line = (about: Record<string, unknown> = {}) => JSON.stringify(note(about));

const EXPORTED = { id: '01AAAAAAAAAAAAAAAAAAAAAAAA', created_at: '2001-02-03T04:05:06Z' };

test('ids and times are ignored without the admin credential', async () => {
  const client = await testClient(await testApp());
  const { results } = (await send(client, [line({ ...EXPORTED, project: 'p' })])).json();
  expect(results[0].id).not.toBe(EXPORTED.id);
  expect(await listed(client, '/api/v1/context/p', 'created_at')).toEqual(['2026-11-20T09:30:00Z']);
});

test('ids and times of an export are kept with the admin credential', async () => {
  const client = await testClient(await testApp());
  const lower = { ...EXPORTED, id: EXPORTED.id.toLowerCase() };
  const { results } = (await send(client, [line(lower)], ADMIN)).json();
  expect(results).toEqual([{ id: EXPORTED.id }]);
  const got = await client.call('GET', `/api/v1/observations/${EXPORTED.id}`);
  expect(got.json()).toMatchObject(EXPORTED);
});

test('a time with any offset is shown in UTC and whole seconds', async () => {
  const client = await testClient(await testApp());
  const created_at = '2001-02-03T04:05:06.789+05:30';
  await send(client, [line({ created_at, project: 'p' })], ADMIN);
  expect(await listed(client, '/api/v1/context/p', 'created_at')).toEqual(['2001-02-02T22:35:06Z']);
});

test('a repeated import is stored once, and another note cannot take its id', async () => {
  const client = await testClient(await testApp());
  await send(client, [line(EXPORTED)], ADMIN);
  const again = await send(client, [line(EXPORTED), line({ ...EXPORTED, title: 'B' })], ADMIN);
  const [same, other] = again.json().results;
  expect(same).toEqual({ deduplicated: true, existing_id: EXPORTED.id });
  expect(other).toMatchObject({ line: 2, error: expect.stringContaining(EXPORTED.id) });
});

test('a time outside of the years 0000 to 9999 is refused', async () => {
  const client = await testClient(await testApp());
  const outside = ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00', 'yesterday'];
  const answer = await send(
    client,
    outside.map((created_at) => line({ created_at })),
    ADMIN,
  );
  expect(answer.json()).toMatchObject({ stored: 0, failed: 3 });
});

test('a wrong admin key is refused, and nothing is stored', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const refused = await send(client, [line()], { 'x-admin-key': 'wrong' });
  expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_admin_key' });
  expect((await app.log.head()).position).toBe(0);
});
