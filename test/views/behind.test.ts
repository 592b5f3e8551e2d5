import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { type Client, testClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

const headers = { 'x-admin-key': ADMIN_KEY };

/** Lets the file of read models grow no more. Gives what lets it grow again. */
async function fillDisk(app: App): Promise<() => void> {
  const { db } = await app.readModels.latest();
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  return () => void db.pragma('max_page_count = 1000000');
}

async function save(client: Client, title: string, content: string): Promise<string> {
  const payload = { title, content, type: 'task', project: 'p' };
  const saved = await client.call('POST', '/api/v1/observations', { payload });
  expect(saved.statusCode).toBe(200);
  return saved.json().id;
}

async function untilApplied(client: Client, position: number): Promise<void> {
  const waiting = { 'x-min-position': String(position) };
  await eventually(`event ${position} was applied`, async () => {
    const { statusCode } = await client.call('GET', '/api/v1/context/p', { headers: waiting });
    expect(statusCode).toBe(200);
  });
}

test('a save is acknowledged though the read models cannot be written, and they catch up', async () => {
  const lines: Line[] = [];
  const app = await testApp({}, { write: (line) => lines.push(line) });
  const client = await testClient(app);
  const empty = await fillDisk(app);
  await save(client, 'big', 'word '.repeat(20_000));
  const { views } = (await client.call('GET', '/readyz')).json().checks;
  expect(views).toContain('cannot be written: there is no space left for views.db');
  expect(views).toContain('1 events behind');
  const refused = await client.call('GET', '/api/v1/context/p');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({
    code: 'not_ready',
    detail: expect.stringContaining('1 events behind the log, since the read models cannot be'),
  });

  empty();
  await untilApplied(client, 1);
  expect((await client.call('GET', '/api/v1/context/p')).json()).toHaveLength(1);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  // Each second it was tried again: what is the case is said once.
  expect(lines).toMatchObject([
    { code: 'views_unwritable', file: expect.stringContaining('views.db') },
    { code: 'condition_over', condition: 'views_unwritable' },
  ]);
});

test('a forgotten text is shown by no read while the read models cannot be written', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const secret = await save(client, 'secret', 'a xylophone');
  const empty = await fillDisk(app);
  await save(client, 'big', 'word '.repeat(20_000));
  const url = `/api/v1/observations/${secret}`;
  const atOnce = { headers: { ...headers, prefer: 'wait=0' } };
  expect((await client.call('DELETE', url, atOnce)).statusCode).toBe(202);
  const reads = [
    url,
    `${url}/history`,
    `${url}?as_of=2027-01-01T00:00:00Z`,
    '/api/v1/search?q=xylophone',
    '/api/v1/context/p',
    '/api/v1/timeline/p',
    '/api/v1/summary/p',
    '/admin/export',
    '/api/v1/stats',
    '/api/v1/projects',
    '/api/v1/status',
  ];
  for (const read of reads) {
    const answer = await client.call('GET', read, { headers });
    expect({ read, status: answer.statusCode }).toEqual({ read, status: 503 });
    expect(answer.body).not.toContain('xylophone');
  }
  // Of prompts there is nothing new.
  expect((await client.call('GET', '/api/v1/prompts')).json()).toEqual([]);
  const purge = { payload: { project: 'p' }, headers };
  expect((await client.call('POST', '/admin/purge', purge)).statusCode).toBe(503);

  empty();
  await untilApplied(client, 3);
  expect((await client.call('GET', url)).statusCode).toBe(404);
  expect((await client.call('GET', '/api/v1/search?q=xylophone')).json()).toEqual([]);
});

test('a note that was just acknowledged is never said not to exist', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const empty = await fillDisk(app);
  const id = await save(client, 'big', 'word '.repeat(20_000));
  const url = `/api/v1/observations/${id}`;
  expect((await client.call('GET', url)).statusCode).toBe(503);
  empty();
  await untilApplied(client, 1);
  expect((await client.call('GET', url)).statusCode).toBe(200);
});
