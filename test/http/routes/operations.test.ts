import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify as verifyFile } from '../../../src/maintenance/verify.js';
import { allProjections } from '../../../src/projections/allProjections.js';
import { testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { saveNote } from '../../support/saveNote.js';
import { loggedIn } from '../../support/team.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

const URL_OF = '/admin/operations';

test('the answer is what the other routes say of each part', async () => {
  const app = await testApp({ VAULT_WEBHOOK_HOSTS: 'hooks.example' });
  const client = await testClient(app);
  await save(client);
  await client.call('POST', '/admin/projections/rebuild?wait=1', { headers: ADMIN });
  const payload = { url: 'https://hooks.example/' };
  await client.call('POST', '/admin/webhooks', { headers: ADMIN, payload });
  const answer = await client.call('GET', URL_OF, { headers: ADMIN });
  expect(answer.statusCode).toBe(200);
  const { points, log, views_bytes, disk, hive, webhooks, verify, backup, backed_up_at, ...rest } =
    answer.json();
  const ask = async (url: string) => (await client.call('GET', url, { headers: ADMIN })).json();
  expect(rest).toEqual({
    at: '2026-11-20T09:30:00Z',
    started_at: '2026-11-20T09:30:00Z',
    ...(await ask('/readyz')),
    ...(await ask('/admin/projections')),
  });
  expect(rest.projections).toHaveLength(allProjections.length);
  expect(hive).toEqual(await ask('/api/v1/hive/status'));
  expect(webhooks).toEqual(await ask('/admin/webhooks'));
  expect(webhooks).toHaveLength(1);
  const { events, bytes } = await ask('/admin/log');
  expect(log).toEqual({ events, bytes });
  expect(views_bytes).toBeGreaterThan(0);
  expect(disk.size_bytes).toBeGreaterThan(disk.free_bytes);
  expect(verify).toEqual({ state: 'idle', done: 0, total: 0 });
  expect(backed_up_at).toBeNull();
  expect(backup).toEqual(app.backups.backupStatus());
  // A server that does not listen measures nothing.
  expect(points).toEqual([]);
});

test('a stopped read model and trouble of the hive are shown, and hide nothing', async () => {
  const poisoned = { name: 'picky', version: 1, tables: {} };
  const picky = {
    ...poisoned,
    handlers: {
      'observation.saved': () => {
        throw new Error('I cannot stand this');
      },
    },
  };
  const app = await testApp({}, { projections: [picky, ...allProjections] });
  const status = () => Promise.reject(new Error('hive.db is incomplete'));
  const client = await testClient({ ...app, hive: { ...app.hive, status } });
  await saveNote(app, { title: 'poison' });
  const answer = (await client.call('GET', URL_OF, { headers: ADMIN })).json();
  expect(answer).toMatchObject({
    status: 'not_ready',
    checks: { views: 'picky stopped at event 1' },
    hive: { state: 'disabled', reason: 'hive.db cannot be read' },
  });
  expect(answer.projections[0]).toMatchObject({ state: 'stopped', stopped: { position: 1 } });
});

test('a verification without wait answers at once, and the operations have its report', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  const begun = await client.call('POST', '/admin/log/verify?wait=0', { headers: ADMIN });
  expect(begun.statusCode).toBe(202);
  expect(begun.json().state).toBe('verifying');
  const report = await app.audit.verify();
  const { verify } = (await client.call('GET', URL_OF, { headers: ADMIN })).json();
  expect(verify).toEqual({
    state: 'idle',
    done: report.events,
    total: report.events,
    last: report,
  });
  const waited = await client.call('POST', '/admin/log/verify?wait=1', { headers: ADMIN });
  expect(waited.json()).toMatchObject({ ok: true, events: report.events + 1 });
});

test('a backup is made while the service runs, and the operations say where it is', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  const begun = await client.call('POST', '/admin/backup?wait=0', { headers: ADMIN });
  expect(begun.statusCode).toBe(202);
  expect(begun.json().state).toBe('copying');
  const { file } = await app.backups.backup();
  const { backup, backed_up_at } = (await client.call('GET', URL_OF, { headers: ADMIN })).json();
  expect(backup).toMatchObject({ state: 'idle', folder: app.config.backupDir, last: { file } });
  expect(Date.parse(backed_up_at)).toBeGreaterThan(0);
  const { ok, events } = await verifyFile({ logFile: file });
  expect({ ok, events }).toEqual({ ok: true, events: backup.last.events });
  await save(client);
  const waited = await client.call('POST', '/admin/backup', { headers: ADMIN });
  expect(waited.json()).toMatchObject({ lacks: null, removed: 0 });
  expect(waited.json().file > file).toBe(true);
});

test('a backup that cannot be written says why and what to do', async () => {
  const file = join(temporaryDirectory(), 'no-folder');
  writeFileSync(file, '');
  const app = await testApp({ VAULT_BACKUP_DIR: join(file, 'backups') });
  const client = await testClient(app);
  const refused = await client.call('POST', '/admin/backup', { headers: ADMIN });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().detail).toContain(`no backup was made in ${file}`);
  const { backup } = (await client.call('GET', URL_OF, { headers: ADMIN })).json();
  expect(backup.last.error).toBe(refused.json().detail);
  const atOnce = await client.call('POST', '/admin/backup?wait=0', { headers: ADMIN });
  expect(atOnce.json()).toMatchObject({ code: 'conflict', detail: refused.json().detail });
  // What cannot begin is no act.
  expect((await app.log.head()).position).toBe(0);
});

test('a verification that fails while nobody waits is reported to whoever runs the vault', async () => {
  const lines: unknown[] = [];
  const app = await testApp({}, { write: ({ msg }) => void lines.push(msg) });
  const verify = () => Promise.reject(new Error('the disk is gone'));
  const client = await testClient({ ...app, audit: { ...app.audit, verify } });
  const begun = await client.call('POST', '/admin/log/verify?wait=0', { headers: ADMIN });
  expect(begun.statusCode).toBe(202);
  expect(lines.join()).toContain('the disk is gone');
});

test('a stream begins with the whole state and ends with the login of its reader', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const server = await testServer(app);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const { headers } = await loggedIn(client, 'ada@example.org', 'admin');
  const stream = await fetch(`${url}${URL_OF}`, {
    headers: { ...headers, accept: 'text/event-stream' },
  });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.endsWith('}\n\n')) await client.call('DELETE', '/auth/session', { headers });
  }
  const [retry, first, ...rest] = text.split('\n\n');
  expect(retry).toBe('retry: 1000');
  expect(JSON.parse(first?.replace('data: ', '') ?? '')).toMatchObject({ status: 'ready' });
  expect(rest).toEqual(['']);
});
