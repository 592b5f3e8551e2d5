import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/sqlite/database.js';
import { damageIndex } from '../support/damageIndex.js';
import { eventually } from '../support/eventually.js';
import { saveNote } from '../support/saveNote.js';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

const headers = { 'x-admin-key': ADMIN_KEY };
const PAGE = 4096;

/** A service in its own process, with notes that hold a word each, and what it answers. */
async function serviceWithNotes(dataDir: string, notes: number) {
  const service = await startService(dataDir);
  const call = async (method: string, path: string, payload?: object) => {
    const body = payload && JSON.stringify(payload);
    const type = payload && { 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...type, prefer: 'wait=1' },
      ...(body && { body }),
    });
    const { status } = answer;
    return { status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  };
  const save = async (title: string): Promise<string> => {
    const note = { title, content: `a ${title}`, type: 'task', project: 'p' };
    const { status, text } = await call('POST', '/api/v1/observations', note);
    expect(status).toBe(200);
    return JSON.parse(text).id;
  };
  const ids: string[] = [];
  for (let n = 0; n < notes; n++) ids.push(await save(`xylophone${n}`));
  const untilReady = () =>
    eventually('it is ready again', async () =>
      expect((await call('GET', '/readyz')).status, service.output()).toBe(200),
    );
  return { service, call, save, ids, untilReady };
}

const readsOf = (id: string) => [
  `/api/v1/observations/${id}`,
  '/api/v1/search?q=xylophone0',
  '/api/v1/context/p?limit=100',
  '/api/v1/stats',
  '/admin/export',
  '/api/v1/timeline/p',
];

test('a service whose read models are damaged while it runs refuses reads, and is soon as before', async () => {
  const dataDir = temporaryDirectory();
  const { service, call, save, ids, untilReady } = await serviceWithNotes(dataDir, 30);
  const [id = ''] = ids;
  // Both search threads have the file open.
  await Promise.all([1, 2, 3, 4].map(() => call('GET', '/api/v1/search?q=xylophone0')));
  const views = join(dataDir, 'views.db');
  // Moves everything into the file, which is then overwritten.
  const other = new Database(views);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  const file = openSync(views, 'r+');
  for (let at = PAGE; at < statSync(views).size; at += PAGE) {
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, at);
  }
  closeSync(file);

  for (const read of readsOf(id)) {
    const { status, retryAfter } = await call('GET', read);
    // The threads may still have the pages in memory, or the rebuild may be done.
    expect([200, 503]).toContain(status);
    if (status === 503) expect(retryAfter).toBe('1');
  }
  const meanwhile = await save('meanwhile');
  await untilReady();
  for (const read of readsOf(id)) {
    const { status, text } = await call('GET', read);
    expect({ read, status }).toEqual({ read, status: 200 });
    if (!read.includes('stats')) expect(text).toContain('xylophone0');
  }
  expect((await call('GET', `/api/v1/observations/${meanwhile}`)).status).toBe(200);
  expect(service.output().match(/"code":"views_damaged"/g)).toHaveLength(1);
  expect(service.output().match(/"condition":"views_damaged"/g)).toHaveLength(1);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect((await runCli(['verify'], dataDir)).code).toBe(0);
});

test('a forgotten text is not shown while another program keeps views.db locked', async () => {
  const dataDir = temporaryDirectory();
  const { call, save, ids, untilReady } = await serviceWithNotes(dataDir, 3);
  const [id = ''] = ids;
  for (const read of readsOf(id)) expect((await call('GET', read)).status).toBe(200);
  const locker = new Database(join(dataDir, 'views.db'));
  onTestFinished(() => void locker.close());
  locker.exec('BEGIN IMMEDIATE');

  expect((await call('DELETE', `/api/v1/observations/${id}`)).status).toBe(202);
  const saved = await save('later');
  for (const read of [...readsOf(id), `/api/v1/observations/${saved}`]) {
    const { status, text } = await call('GET', read);
    expect({ read, status }).toEqual({ read, status: 503 });
    expect(text).toContain('not_ready');
  }
  expect((await call('GET', '/readyz')).text).toContain('another program has locked views.db');
  expect((await call('GET', '/api/v1/prompts')).status).toBe(200);

  locker.exec('ROLLBACK');
  await untilReady();
  expect((await call('GET', `/api/v1/observations/${id}`)).status).toBe(404);
  expect((await call('GET', '/api/v1/search?q=xylophone0')).text).toBe('[]');
  expect((await call('GET', `/api/v1/observations/${saved}`)).status).toBe(200);
});

test('verify, digest and rebuild say that an index of views.db is damaged', async () => {
  const dataDir = temporaryDirectory();
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  for (let n = 0; n < 30; n++) await saveNote(app, { title: `note ${n}` });
  await app.readModels.latest();
  await app.close();
  damageIndex(join(dataDir, 'views.db'), 'observations_by_id');
  const verified = await runCli(['verify'], dataDir);
  expect(verified.code).toBe(1);
  expect(verified.output).toContain('views.db is damaged');
  const digested = await runCli(['digest'], dataDir);
  expect(digested.code).toBe(1);
  expect(digested.output).toContain('observations_by_id');
  const rebuilt = await runCli(['rebuild'], dataDir);
  expect(rebuilt.code).toBe(1);
  expect(rebuilt.output).toContain('the old file was damaged');
  for (const command of ['verify', 'digest', 'rebuild']) {
    expect((await runCli([command], dataDir)).code).toBe(0);
  }
});
