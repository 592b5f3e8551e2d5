import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { buildServer } from '../../src/http/server.js';
import { verify } from '../../src/maintenance/verify.js';
import { type Client, testClient } from '../support/client.js';
import { damageIndex } from '../support/damageIndex.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';
import { ROOMY } from '../support/testServer.js';

const NOTES = 40;

const healthy = mkdtempSync(join(tmpdir(), 'memory-vault-healthy-'));
const ids: string[] = [];
const sessions: string[] = [];

/** Fills a vault with notes, prompts and sessions, of which every test damages a copy. */
beforeAll(async () => {
  const app = await openApp(testConfig({ VAULT_DATA_DIR: healthy }));
  const server = await buildServer(app, ROOMY);
  const post = async (url: string, payload: object) =>
    (await server.inject({ method: 'POST', url, payload })).json().id;
  for (let n = 0; n < NOTES; n++) {
    const note = { title: `note ${n}`, content: `words ${n}`, type: 'task', project: 'p' };
    ids.push(await post('/api/v1/observations', note));
    await post('/api/v1/prompts', { name: `prompt ${n}`, content: 'c' });
    sessions.push(await post('/api/v1/sessions', { project: 'p' }));
  }
  await server.close();
  await app.close();
});

afterAll(() => rmSync(healthy, { recursive: true }));

/** A copy of it whose read models have a damaged index. */
async function damagedVault(index: string) {
  const dataDir = temporaryDirectory();
  cpSync(healthy, dataDir, { recursive: true });
  const files = dataFiles({ dataDir });
  damageIndex(files.views, index);
  const report = await verify({ logFile: files.log, viewsFile: files.views });
  const lines: Line[] = [];
  const write = (line: Line) => lines.push(line);
  const app = await testApp({ VAULT_DATA_DIR: dataDir }, { write });
  /** What was said of the read models as a whole. */
  const codes = () =>
    lines
      .map(({ code, condition = code }) => (condition === code ? code : `${condition} is over`))
      .filter((said) => said.startsWith('views_'));
  return { app, client: await testClient(app), report, codes };
}

const untilReady = (client: Client) =>
  eventually('it was ready again', async () =>
    expect((await client.call('GET', '/readyz')).statusCode).toBe(200),
  );

test.each([
  ['observations_by_id', (id: string, _n: number) => `/api/v1/observations/${id}`],
  ['observations_by_id', (id: string, _n: number) => `/api/v1/observations/${id}/history`],
  ['prompts_by_key', (_id: string, n: number) => `/api/v1/prompts/prompt%20${n}`],
])(
  'with a damaged %s, what exists is never said not to, and is soon there',
  async (index, urlOf) => {
    const { client, report, codes } = await damagedVault(index);
    expect(report.problems.map(({ kind }) => kind)).toContain('views');
    const statuses = new Set<number>();
    for (const [n, id] of ids.entries()) {
      statuses.add((await client.call('GET', urlOf(id, n))).statusCode);
    }
    expect(statuses).toContain(503);
    expect(statuses).not.toContain(404);
    await untilReady(client);
    for (const [n, id] of ids.entries()) {
      const answer = await client.call('GET', urlOf(id, n));
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toMatch(new RegExp(`(note|prompt) ${n}"`));
    }
    expect(codes()).toEqual(['views_damaged', 'views_damaged is over']);
  },
);

test('with a damaged index of sessions, a page after an existing session is not refused for good', async () => {
  const { client } = await damagedVault('sqlite_autoindex_sessions_1');
  const page = (before: string) => client.call('GET', `/api/v1/sessions/all?before=${before}`);
  const statuses = new Set<number>();
  for (const id of sessions) statuses.add((await page(id)).statusCode);
  expect(statuses).toContain(503);
  expect(statuses).not.toContain(400);
  await untilReady(client);
  for (const [n, id] of sessions.entries()) expect((await page(id)).json()).toHaveLength(n);
});

test('what is not there is still said not to be, and nothing is rebuilt for it', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = (
    await client.call('POST', '/api/v1/observations', {
      payload: { title: 't', content: 'c', type: 'task' },
    })
  ).json();
  const get = async (url: string) => (await client.call('GET', url)).statusCode;
  expect(await get('/api/v1/observations/01KA5ZHQ7R9T1V3X5Z7B9D1F3H')).toBe(404);
  expect(await get(`/api/v1/observations/${id}?as_of=2020-01-01T00:00:00Z`)).toBe(404);
  expect(await get('/api/v1/prompts/unknown')).toBe(404);
  await client.call('POST', '/api/v1/prompts', { payload: { name: 'known', content: 'c' } });
  expect(await get('/api/v1/prompts/known?version=2')).toBe(404);
  await client.call('DELETE', `/api/v1/observations/${id}`);
  expect(await get(`/api/v1/observations/${id}`)).toBe(404);
  expect(await get(`/api/v1/observations/${id}/history`)).toBe(404);
  expect(app.readModels.trouble()).toBeUndefined();
  expect(app.rebuilder.status()).toEqual({ state: 'idle', done: 0, total: 0 });
});

test('a rebuild says that an index of the old file was damaged', async () => {
  const { app } = await damagedVault('observations_by_id');
  const { same, damage, before, after } = await app.rebuilder.start();
  expect(damage).toContain('observations_by_id');
  expect(same).toBe(false);
  // The rows themselves are whole.
  expect(before).toBe(after);
  const again = await app.rebuilder.start();
  expect(again).toMatchObject({ same: true, damage: null });
});

test('saves go on while damaged read models are rebuilt, and are shown afterwards', async () => {
  const { app, client } = await damagedVault('observations_by_id');
  app.readModels.damaged('a test says so');
  expect((await client.call('GET', '/api/v1/context/p')).statusCode).toBe(503);
  const saved = await client.call('POST', '/api/v1/observations', {
    payload: { title: 'meanwhile', content: 'c', type: 'task', project: 'p' },
  });
  expect(saved.statusCode).toBe(200);
  await untilReady(client);
  const all = (await client.call('GET', '/api/v1/context/p?limit=100')).json();
  expect(all).toHaveLength(ids.length + 1);
});

test('a check finds damage that no read notices, and it is mended', async () => {
  const { app, client, codes } = await damagedVault('observations_by_project');
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  await app.viewsCheck.check();
  expect(codes()).toContain('views_damaged');
  await untilReady(client);
  await app.viewsCheck.check();
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  expect((await client.call('GET', '/api/v1/context/p?limit=100')).json()).toHaveLength(NOTES);
  expect(codes()).toEqual(['views_damaged', 'views_damaged is over']);
});
