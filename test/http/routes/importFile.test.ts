import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSource } from '../../../src/import/openSource.js';
import { testClient } from '../../support/client.js';
import { countTurns } from '../../support/countTurns.js';
import { eventually } from '../../support/eventually.js';
import { listening } from '../../support/listening.js';
import { ADMIN } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const PATH = '/api/v1/admin/import/file';
const FILE = { 'content-type': 'application/octet-stream' };
const ROWS = [
  { at: '2024-03-01T10:00:00Z', Summary: 'Retries', body: 'One key per order.', session: 'a/1' },
  { at: '2024-03-02T10:00:00Z', Summary: 'Carts', body: 'A cart is locked.', session: 'a/1' },
  { at: '2024-03-03T10:00:00Z', Summary: 'Taxes', body: 'Rounded per line.', severity: 'high' },
  { at: '2024-03-04T10:00:00Z', Summary: 'Refunds', body: 'Within a day.' },
];
const NDJSON = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

async function vault(env: Record<string, string> = {}) {
  const app = await testApp(env);
  const client = await testClient(app);
  const send = (query: string, payload: string | Buffer, headers: object = ADMIN) =>
    client.call('POST', `${PATH}?${query}`, { headers: { ...FILE, ...headers }, payload });
  /** The last line of the answer. */
  const report = async (query: string, payload: string | Buffer) => {
    const { statusCode, body } = await send(query, payload);
    expect(statusCode, body).toBe(200);
    return JSON.parse(body.trimEnd().split('\n').at(-1) ?? '');
  };
  return { app, client, send, report };
}

test('a dry run says what each column becomes and what the first three notes would be, and changes nothing', async () => {
  const { app, report } = await vault();
  const before = await stateOf(app);
  const { report: told } = await report('name=notes.ndjson&project=shop&dry_run=true', NDJSON);
  expect(told).toMatchObject({ source: 'ndjson', dry_run: true, read: 5, stored: 5, refused: 0 });
  expect(told.records).toEqual({ note: 4, session: 1 });
  expect(told.mapping).toEqual([
    { column: 'Summary', becomes: 'title', isSaid: false },
    { column: 'at', becomes: 'created_at', isSaid: false },
    { column: 'body', becomes: 'content', isSaid: false },
    { column: 'session', becomes: 'session', isSaid: false },
    { column: 'severity', becomes: 'tag', isSaid: false },
  ]);
  expect(told.first.map(({ title }: { title: string }) => title)).toEqual([
    'Retries',
    'Carts',
    'Taxes',
  ]);
  expect(told.first[2]).toMatchObject({
    created_at: '2024-03-03T10:00:00Z',
    tags: ['severity:high'],
  });
  expect(await stateOf(app)).toEqual(before);
});

test('what is imported are the notes that the command makes of the file, once, and its run takes it back', async () => {
  const { client, report } = await vault();
  const { report: told } = await report('name=notes.ndjson&project=shop', NDJSON);
  expect(told).toMatchObject({ stored: 5, same: 0 });
  expect(told.mapping).toBeUndefined();
  const path = join(mkdtempSync(join(tmpdir(), 'sent-')), 'notes.ndjson');
  writeFileSync(path, NDJSON);
  const ids: string[] = [];
  for await (const row of (await openSource('ndjson', path, { project: 'shop' })).rows())
    if ('line' in row && row.line.record === 'note') ids.push(row.line.id);
  const listed = await client.call('GET', '/api/v1/observations?project=shop', { headers: ADMIN });
  expect(
    listed
      .json()
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(ids.sort());
  expect((await report('name=notes.ndjson&project=shop', NDJSON)).report).toMatchObject({
    stored: 0,
    same: 5,
  });
  const undo = `/api/v1/admin/imports/${told.run}`;
  const undone = await client.call('DELETE', undo, { headers: ADMIN });
  expect(undone.json()).toMatchObject({ forgotten: 5, left_total: 0 });
});

test('a mapping that cannot be is refused with all that is wrong with it', async () => {
  const { app, send } = await vault();
  const before = await stateOf(app);
  const answer = await send('name=notes.ndjson&map=tilte=Summary&map=title=Sumary', NDJSON);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual([
    { path: '/map', message: expect.stringContaining('did you mean title?') },
    { path: '/map', message: expect.stringContaining('did you mean Summary?') },
  ]);
  expect(await stateOf(app)).toEqual(before);
});

test('columns are taken as the mapping says', async () => {
  const { report } = await vault();
  const query = 'name=n.ndjson&dry_run=true&map=tags=severity&map=session=';
  const { mapping, records } = (await report(query, NDJSON)).report;
  expect(records).toEqual({ note: 4 });
  expect(mapping).toContainEqual({ column: 'severity', becomes: 'tags', isSaid: true });
});

test.each([
  ['a.csv', 'title;content\r\nRetries;"One key;\nper order"\r\n', 'csv', 1],
  ['a.tsv', '\uFEFFtitle\tcontent\nRetries\tText\n', 'csv', 1],
  ['utf16.csv', Buffer.from('\uFEFFtitle,content\nGrüße,Text\n', 'utf16le'), 'csv', 1],
  ['list.jsonl', '{"text":"One"}\n{"text":"Two"}\n', 'ndjson', 2],
  ['unnamed', '{"text":"One"}\n', 'ndjson', 1],
  ['CLAUDE.md', '# Tests\n\nRun them all.\n', 'notes', 1],
  ['nul.ndjson', '{"text":"a\\u0000b"}\n', 'ndjson', 1],
])('%s is read by its name and its beginning', async (name, file, source, stored) => {
  const { report } = await vault();
  const told = await report(`name=${name}&project=p&dry_run=true`, file);
  expect(told.report).toMatchObject({ source, stored, skipped: 0 });
});

test.each([
  ['notes.zip', Buffer.from('PK\u0003\u0004'), /it is zip/],
  ['a.csv', `${Array.from({ length: 1001 }, (_, i) => `c${i}`).join(',')}\n`, /1001 columns/],
  ['a.csv', `${'x,'.repeat(100_000)}\n`, /more than 20000 values/],
  ['a.ndjson', '{}\n'.repeat(100_001), /more than 100000 rows/],
  ['a.ndjson', '[1]\n', /none of its lines is a JSON object/],
  [
    'a.ndjson',
    `{"text":"x","a":[${'1,'.repeat(30_000)}1]}\n`,
    /none of its lines can be read: line 1: it has more than 20000 values/,
  ],
  ['a.md', 'x'.repeat(256 * 1024 + 1), /more than 256 KiB/],
  ['a.md', `---\n${'k: v\n'.repeat(4000)}---\n`, /front matter has more than 16 KiB/],
  ['a.csv', Buffer.from([0x74, 0, 1, 2]), /binary data/],
])('%s that cannot be read is refused, with the reason', async (name, file, reason) => {
  const { send } = await vault();
  const answer = await send(`name=${name}`, file);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail).toMatch(reason);
});

test.each([
  ['a row of 3 MiB', `{"text":"${'x'.repeat(3 * 1024 * 1024)}"}\n{"text":"b"}\n`, 1],
  ['a row of 30,000 values', `{"text":"x","a":[${'1,'.repeat(30_000)}1]}\n{"text":"b"}\n`, 1],
])('%s is left out, and the others are not', async (_, file, skipped) => {
  const { report } = await vault();
  const told = await report('name=a.ndjson&dry_run=true', file);
  expect(told.report).toMatchObject({ stored: 1, skipped });
});

test.each([1, 50_000])(
  'a quote that is never closed costs the %d rows that follow it, and its line is said',
  async (rows) => {
    const { report } = await vault();
    const file = `title,content\na,b\n"c,d\n${'e,f\n'.repeat(rows)}`;
    const told = await report('name=a.csv&dry_run=true', file);
    expect(told.report).toMatchObject({ stored: 1, skipped: 1 });
    const [left] = told.report.left_out;
    expect(left).toMatchObject({ rows: ['line 3'] });
    expect(left.reason).toMatch(/it has a quote that is not closed/);
  },
);

test('others have their turn while a file is read, also one whose rows are all left out', async () => {
  const { send } = await vault();
  const { turns } = await countTurns(() =>
    send('name=a.ndjson', `{"text":"x"}\n${'{}\n'.repeat(10_000)}`),
  );
  expect(turns).toBeGreaterThan(10);
});

test('a body that is no file, is compressed or too large is refused', async () => {
  const { client, send } = await vault();
  const json = await client.call('POST', `${PATH}?name=a`, { headers: ADMIN, payload: { a: 1 } });
  expect(json.statusCode).toBe(415);
  expect((await send('name=a', 'x', { ...ADMIN, 'content-encoding': 'gzip' })).statusCode).toBe(
    415,
  );
  const large = { ...ADMIN, 'content-length': String(33 * 1024 * 1024) };
  expect((await send('name=a', 'x', large)).statusCode).toBe(413);
});

test('a member who is no admin imports nothing', async () => {
  const { client, send } = await vault({ VAULT_AUTH: 'session' });
  const { headers } = await loggedIn(client);
  expect((await send('name=a.md', '# A', headers)).statusCode).toBe(403);
});

const head = (length: number, admin = true) =>
  `POST ${PATH}?name=a.ndjson&dry_run=true HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n` +
  `Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n` +
  `${admin ? `x-admin-key: ${ADMIN['x-admin-key']}\r\n` : ''}\r\n`;

test('nothing of a file is read while another one is still arriving', async () => {
  const app = await testApp();
  const { connect, exchange } = await listening(app);
  const first = await connect();
  first.write(`${head(64)}{"text":`);
  await eventually('the first has the place', async () => {
    const [answer] = await exchange(`${head(13)}{"text":"x"}\n`);
    expect(answer?.status).toBe(503);
  });
  first.destroy();
  await eventually('the place is free', async () => {
    const [answer] = await exchange(`${head(13)}{"text":"x"}\n`);
    expect(answer?.status).toBe(200);
  });
  // Who may not import takes no place.
  const stranger = await connect();
  stranger.write(`${head(64, false)}{"text":`);
  const [answer] = await exchange(`${head(13)}{"text":"x"}\n`);
  expect(answer?.status).toBe(200);
});

test.each([
  ['while it is sent', 1, undefined],
  ['while its columns are looked for', 0, undefined],
  ['before the first line of the answer', 0, 'recordImport'],
])('who leaves %s is no failure of the service', async (_, missing, command) => {
  const lines: string[] = [];
  const app = await testApp({ VAULT_LOG_LEVEL: 'warn' });
  const logStream = { write: (line: string) => void lines.push(line) };
  const { connect, exchange } = await listening(app, { logStream });
  const rows = '{"text":"x"}\n'.repeat(20_000);
  const reader = await connect();
  const { execute } = app.executor;
  Object.assign(app.executor, {
    execute(...args: Parameters<typeof execute>) {
      if (args[0].name === command) reader.destroy();
      return execute(...args);
    },
  });
  reader.write(head(rows.length + missing) + rows, () => command ?? reader.destroy());
  await eventually('the place is free', async () => {
    expect(reader.destroyed).toBe(true);
    const [answer] = await exchange(`${head(13)}{"text":"x"}\n`);
    expect(answer?.status).toBe(200);
  });
  expect(lines).toEqual([]);
});

test('who leaves ends the import; meanwhile, nobody else begins one', async () => {
  const app = await testApp();
  const { port } = await listening(app);
  const rows = Array.from({ length: 8000 }, (_, i) => `{"text":"Note ${i}"}\n`).join('');
  const leaves = new AbortController();
  const send = (query: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${PATH}?${query}`, {
      method: 'POST',
      headers: { ...FILE, ...ADMIN },
      body: rows,
      signal: signal ?? null,
    });
  const first = await send('name=a.ndjson&project=p', leaves.signal);
  expect((await send('name=b.ndjson&dry_run=true')).status).toBe(503);
  leaves.abort();
  await expect(first.text()).rejects.toThrow();
  await eventually('another file is taken', async () => {
    const answer = await send('name=b.ndjson&dry_run=true');
    expect(answer.status).toBe(200);
    await answer.text();
  });
  const { position } = await app.log.head();
  expect(position).toBeLessThan(8000);
});
