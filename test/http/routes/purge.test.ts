import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const headers = { 'x-admin-key': ADMIN_KEY };

async function vault() {
  const app = await testApp();
  const client = await testClient(app);
  const notes = [
    { project: 'p', type: 'decision', created_at: '2026-01-01T00:00:00Z' },
    { project: 'p', type: 'bugfix', created_at: '2026-02-01T00:00:00Z' },
    { project: 'q', type: 'bugfix', created_at: '2026-03-01T00:00:00Z' },
  ];
  const payload = notes.map((note, i) => ({ ...note, title: `T${i}`, content: `C${i}` }));
  await client.call('POST', '/api/v1/observations/batch', { payload, headers });
  const purge = (payload: object, extra = {}) =>
    client.call('POST', '/admin/purge', { payload, headers: { ...headers, ...extra } });
  const titles = async (project: string) =>
    (await client.call('GET', `/api/v1/context/${project}`)).json().map(titleOf);
  return { app, client, purge, titles };
}

const titleOf = ({ title }: { title: string }) => title;

test('a dry run counts and changes nothing', async () => {
  const { app, purge } = await vault();
  const answer = (await purge({ project: 'p', dry_run: true })).json();
  expect(answer).toEqual({ matched: 2, forgotten: 0, dry_run: true });
  expect((await app.log.head()).position).toBe(3);
});

test('notes that match all filters are forgotten, the others stay', async () => {
  const { purge, titles } = await vault();
  const answer = (await purge({ type: 'bugfix', before: '2026-02-15T00:00:00Z' })).json();
  expect(answer).toEqual({ matched: 1, forgotten: 1, dry_run: false });
  expect(await titles('p')).toEqual(['T0']);
  expect(await titles('q')).toEqual(['T2']);
});

test('a purge that is repeated with its key gets the same answer and is recorded once', async () => {
  const { app, purge } = await vault();
  const key = { 'idempotency-key': 'purge-1' };
  const first = (await purge({ project: 'p' }, key)).json();
  expect(first).toEqual({ matched: 2, forgotten: 2, dry_run: false });
  const { position } = await app.log.head();
  expect((await purge({ project: 'p' }, key)).json()).toEqual(first);
  expect((await app.log.head()).position).toBe(position);
  expect((await purge({ project: 'q' }, key)).json()).toMatchObject({
    code: 'idempotency_mismatch',
  });
});

test('a purge that is repeated with its key forgets no note that was saved since', async () => {
  const { client, purge, titles } = await vault();
  const key = { 'idempotency-key': 'purge-1' };
  const first = (await purge({ project: 'p' }, key)).json();
  await client.call('POST', '/api/v1/observations', {
    payload: { project: 'p', type: 'bugfix', title: 'Later', content: 'C' },
  });
  expect((await purge({ project: 'p' }, key)).json()).toEqual(first);
  expect(await titles('p')).toEqual(['Later']);
});

test('a dry run is another request than the purge, and does not store its key', async () => {
  const { purge } = await vault();
  const key = { 'idempotency-key': 'purge-1' };
  expect((await purge({ project: 'p', dry_run: true }, key)).json()).toMatchObject({ matched: 2 });
  expect((await purge({ project: 'p' }, key)).json()).toMatchObject({ forgotten: 2 });
  const refused = await purge({ project: 'p', dry_run: true }, key);
  expect(refused.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
});

test('a purge without a filter is refused', async () => {
  const { app, purge } = await vault();
  for (const payload of [{}, { dry_run: true }, { project: null }]) {
    expect((await purge(payload)).json()).toMatchObject({ code: 'invalid_payload' });
  }
  expect((await app.log.head()).position).toBe(3);
});

test('a batch imports an export with its ids and times', async () => {
  const { client } = await vault();
  const exported = await client.call('GET', '/admin/export?project=p', { headers });
  expect(exported.headers['content-type']).toMatch('application/x-ndjson');
  const lines = exported.body.trimEnd().split('\n');
  expect(lines.map((line) => titleOf(JSON.parse(line)))).toEqual(['T0', 'T1']);
  const other = await testClient(await testApp());
  await other.call('POST', '/api/v1/observations/batch', {
    payload: exported.body,
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
  });
  const context = '/api/v1/context/p';
  expect((await other.call('GET', context)).json()).toEqual(
    (await client.call('GET', context)).json(),
  );
});

test('an export with as_of shows a past state', async () => {
  const { client } = await vault();
  const exported = await client.call('GET', '/admin/export?as_of=1', { headers });
  expect(exported.body.trimEnd().split('\n').length).toBe(1);
  const none = await client.call('GET', '/admin/export?as_of=2025-01-01T00:00:00Z', { headers });
  expect(none.body).toBe('');
});

test('a prompt is forgotten with all its versions, and its name starts again at version 1', async () => {
  const { client } = await vault();
  const save = async (content: string) =>
    (await client.call('POST', '/api/v1/prompts', { payload: { name: 'n', content } })).json();
  const first = await save('one');
  await save('two');
  expect((await client.call('DELETE', '/admin/prompts/n', { headers })).statusCode).toBe(204);
  expect((await client.call('GET', '/api/v1/prompts/n')).statusCode).toBe(404);
  expect((await client.call('GET', '/api/v1/stats')).json().prompts_total).toBe(0);
  expect((await client.call('DELETE', '/admin/prompts/n', { headers })).statusCode).toBe(404);
  const again = await save('one');
  expect(again).toMatchObject({ version: 1 });
  expect(again.id).not.toBe(first.id);
});
