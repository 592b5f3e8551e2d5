import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, note, UNKNOWN_SESSION } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const BATCH = '/api/v1/observations/batch';
const NDJSON = { 'content-type': 'application/x-ndjson' };

const send = (client: Client, lines: readonly string[], headers = {}) =>
  client.call('POST', BATCH, { payload: lines.join('\n'), headers: { ...NDJSON, ...headers } });
const line = (about: Record<string, unknown> = {}) => JSON.stringify(note(about));

test('each element of a JSON array gets its result, in order', async () => {
  const client = await testClient(await testApp());
  const inSession = note({ session_id: UNKNOWN_SESSION });
  const payload = [inSession, note({ title: '', type: 'x' }), inSession, note()];
  const answer = await client.call('POST', BATCH, { payload });
  expect(answer.statusCode).toBe(200);
  const [first, bad, duplicate, last] = answer.json().results;
  expect(first).toEqual({ id: expect.any(String) });
  expect(bad).toMatchObject({ line: 2, errors: [{ path: '/title' }, { path: '/type' }] });
  expect(bad.error).toContain('title: must not be empty');
  expect(duplicate).toEqual({ deduplicated: true, existing_id: first.id });
  expect(last).toEqual({ id: expect.any(String) });
  expect(answer.json()).toMatchObject({ total: 4, stored: 2, deduplicated: 1, failed: 1 });
  expect(answer.headers['x-log-position']).toBe('2');
});

test('each line of NDJSON gets its own result, independent of the others', async () => {
  const client = await testClient(await testApp());
  const answer = await send(client, [line(), '{"title":', '7', line({ title: 'B' })]);
  const { results, ...counts } = answer.json();
  expect(results.map((one: { line?: number }) => one.line)).toEqual([undefined, 2, 3, undefined]);
  expect(counts).toEqual({ total: 4, stored: 2, deduplicated: 0, failed: 2 });
});

test.each([
  ['a JSON array', { payload: [note(), note({ tag: ['a'], foo: 1 })] }],
  ['NDJSON', { payload: [line(), line({ tag: ['a'], foo: 1 })].join('\n'), headers: NDJSON }],
])(
  'an item of %s with unknown members is refused by its line, with all of them',
  async (_form, sent) => {
    const client = await testClient(await testApp());
    const answer = (await client.call('POST', BATCH, sent)).json();
    expect(answer).toMatchObject({ stored: 1, failed: 1 });
    expect(answer.results[1]).toMatchObject({
      line: 2,
      errors: [{ path: '/tag' }, { path: '/foo' }],
    });
    expect(answer.results[1].error).toContain('tag: is not known here: did you mean "tags"?');
  },
);

test.each([{}, { headers: { 'x-admin-key': ADMIN_KEY } }])(
  'the lines of an export are taken back, with what only the vault says of them',
  async (credentials) => {
    const client = await testClient(await testApp());
    const first = note({ title: 'First' });
    const { id } = (await client.call('POST', '/api/v1/observations', { payload: first })).json();
    const next = note({ title: 'Next', supersedes: id });
    await client.call('POST', '/api/v1/observations', { payload: next });
    await client.call('PUT', `/api/v1/observations/${id}/pin`);
    const { payload } = await client.call('GET', '/admin/export', {
      headers: { 'x-admin-key': ADMIN_KEY },
    });
    expect(payload).toContain('superseded_by');
    expect(payload).toContain('pinned');
    const other = await testClient(await testApp());
    const options = { payload, headers: { ...NDJSON, ...credentials.headers } };
    const { failed, results } = (await other.call('POST', BATCH, options)).json();
    // Without ids, nobody knows the note whose place one takes.
    expect(failed, JSON.stringify(results)).toBe(credentials.headers ? 0 : 1);
  },
);

test('a line that is not UTF-8 fails without affecting the others', async () => {
  const client = await testClient(await testApp());
  const payload = Buffer.concat([Buffer.from('{"title":"\xff"}\n', 'latin1'), Buffer.from(line())]);
  const answer = await client.call('POST', BATCH, { payload, headers: NDJSON });
  expect(answer.json()).toMatchObject({ failed: 1, stored: 1, results: [{ line: 1 }, {}] });
});

test('blank lines and carriage returns are no items, but count in line numbers', async () => {
  const client = await testClient(await testApp());
  const answer = await send(client, ['', `${line()}\r`, '  \r', '{}', '']);
  expect(answer.json()).toMatchObject({ total: 2, stored: 1, results: [{}, { line: 4 }] });
});

test('an empty batch is accepted', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const nothing = { results: [], total: 0, stored: 0, deduplicated: 0, failed: 0 };
  expect((await client.call('POST', BATCH, { payload: [] })).json()).toEqual(nothing);
  expect((await app.log.head()).position).toBe(0);
});

test('a batch may be larger than a single body and need several commits', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const lines = Array.from({ length: 600 }, (_, i) => line({ title: `${i}`, project: 'p' }));
  const answer = await send(client, [
    ...lines,
    line({ content: 'x'.repeat(524_288) }),
    ...lines.map(() => line({ content: 'y'.repeat(2000) })),
  ]);
  expect(answer.json()).toMatchObject({ total: 1201, stored: 1201 });
  const titles = await listed(client, '/api/v1/timeline/p', 'title');
  expect(titles).toEqual(Array.from({ length: 600 }, (_, i) => `${i}`));
});

test.each([[{}], ['"text"'], ['null']])('%j is no batch', async (payload) => {
  const client = await testClient(await testApp());
  const headers = { 'content-type': 'application/json' };
  const refused = await client.call('POST', BATCH, { payload, headers });
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
});

test('a batch with another content type gets 415', async () => {
  const client = await testClient(await testApp());
  const refused = await send(client, [line()], { 'content-type': 'text/plain' });
  expect(refused.statusCode).toBe(415);
});

test('a dry run in a batch stores nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const before = await stateOf(app);
  const answer = await send(client, [line({ dry_run: true })]);
  expect(answer.json()).toMatchObject({ total: 1, stored: 0, results: [{ dry_run: true }] });
  expect(answer.headers).not.toHaveProperty('x-log-position');
  expect(await stateOf(app)).toEqual(before);
});

test('a batch counts as one request for the rate limit', async () => {
  const client = await testClient(await testApp({ VAULT_RATE_LIMIT: '5' }));
  const answer = await send(
    client,
    Array.from({ length: 20 }, () => line()),
  );
  expect(answer.json().stored).toBe(20);
  expect(answer.headers['ratelimit-remaining']).toBe('4');
});
