import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../../src/app/openApp.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp, testConfig } from '../../support/testApp.js';

const SESSION = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const NOTE = {
  title: 'Zebrawort',
  content: 'We grow zebrawort in the yard.',
  type: 'decision',
  project: 'garden',
  tags: ['zebrawort'],
  author: 'ada',
  session_id: SESSION,
};

async function vault() {
  const app = await testApp();
  const client = await testClient(app);
  const save = async (note: object = NOTE) => {
    const { json } = await client.call('POST', '/api/v1/observations', { payload: note });
    return json() as { id: string };
  };
  return { app, client, save };
}

const urlOf = ({ id }: { id: string }) => `/api/v1/observations/${id}`;

/** Files of the data directory whose raw bytes contain a text. */
function holding(directory: string, text: string): string[] {
  return readdirSync(directory).filter((file) =>
    readFileSync(join(directory, file)).includes(Buffer.from(text)),
  );
}

test('a forgotten note is 404 and is in no list, search or count', async () => {
  const { client, save } = await vault();
  const note = await save();
  await client.call('PATCH', urlOf(note), { payload: { title: 'Zebrawort again' } });
  expect((await client.call('DELETE', urlOf(note))).statusCode).toBe(204);
  for (const url of [urlOf(note), `${urlOf(note)}/history`, `${urlOf(note)}?as_of=1`]) {
    expect((await client.call('GET', url)).statusCode).toBe(404);
  }
  for (const url of [
    '/api/v1/search?q=zebrawort',
    '/api/v1/search?q=zebrawort&as_of=1',
    '/api/v1/context/garden',
    '/api/v1/context/garden?as_of=2',
    '/api/v1/timeline/garden',
    '/api/v1/projects',
  ]) {
    expect((await client.call('GET', url)).json(), url).toEqual([]);
  }
  const stats = (await client.call('GET', '/api/v1/stats')).json();
  expect(stats).toMatchObject({ observations_total: 0, projects_total: 0, by_type: {} });
  expect(stats.log).toEqual({ events: 3, head: 3 });
  const summary = (await client.call('GET', '/api/v1/summary/garden')).json();
  expect(summary).toMatchObject({ observations_total: 0, first_at: null, top_tags: [] });
});

test('its text is in no file of the data directory, including write-ahead logs', async () => {
  const { app, client, save } = await vault();
  const { dataDir } = app.config;
  const around = Array.from({ length: 300 }, (_, i) => `Bed ${i} holds mossbarrow ${i * 7919}.`);
  for (const content of around.slice(0, 150))
    await save({ ...NOTE, title: 'Bed', tags: [], content });
  const notes = [await save(), await save({ ...NOTE, force: true })];
  for (const content of around.slice(150)) await save({ ...NOTE, title: 'Bed', tags: [], content });
  await client.call('PATCH', urlOf(notes[0] ?? { id: '' }), {
    payload: { content: 'Better quillfern than zebrawort.' },
  });
  expect(holding(dataDir, 'zebrawort').length).toBeGreaterThan(0);
  for (const note of notes) await client.call('DELETE', urlOf(note));
  expect(holding(dataDir, 'ebrawort')).toEqual([]);
  expect(holding(dataDir, 'uillfern')).toEqual([]);
});

test('the same text saved later is a new observation', async () => {
  const { client, save } = await vault();
  const note = await save();
  await client.call('DELETE', urlOf(note));
  expect(await save()).toEqual({ id: expect.not.stringContaining(note.id) });
});

test('after a note is forgotten, its forced copy is the one that duplicates are answered with', async () => {
  const { client, save } = await vault();
  const first = await save();
  const copy = await save({ ...NOTE, force: true });
  await client.call('DELETE', urlOf(first));
  expect(await save()).toEqual({ deduplicated: true, existing_id: copy.id });
});

test('when a reader delays the wiping, the answer says pending, and the wiping ends after the reader', async () => {
  const { app, client, save } = await vault();
  const note = await save();
  const reader = openSqliteReader(join(app.config.dataDir, 'log.db'));
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM events');
  const answer = await client.call('DELETE', urlOf(note), { headers: { prefer: 'wait=1' } });
  expect(answer.statusCode).toBe(202);
  expect(answer.json()).toEqual({ status: 'pending' });
  expect((await client.call('GET', urlOf(note))).statusCode).toBe(404);
  expect(app.wiper.pending()).toBe(true);
  reader.db.close();
  await eventually('it is wiped', () => expect(app.wiper.pending()).toBe(false));
  expect(holding(app.config.dataDir, 'zebrawort')).toEqual([]);
});

test('a forgetting waits as long as the caller prefers, and until the service stops at most', async () => {
  const { app, client, save } = await vault();
  const [one, another] = [await save(), await save({ ...NOTE, title: 'Another' })];
  const reader = openSqliteReader(join(app.config.dataDir, 'log.db'));
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM events');
  const forget = (note: { id: string }, prefer: string) =>
    client.call('DELETE', urlOf(note), { headers: { prefer } });
  const patient = forget(one, 'wait=60');
  expect((await forget(another, 'respond-async')).statusCode).toBe(202);
  await app.beginStop();
  expect((await patient).statusCode).toBe(202);
  reader.db.close();
});

test('wiping that a stop interrupted is finished after the start, even if a reader delays it again', async () => {
  const dataDir = temporaryDirectory();
  const first = await openApp(testConfig({ VAULT_DATA_DIR: dataDir }));
  const client = await testClient(first);
  const payload = NOTE;
  const note = (await client.call('POST', '/api/v1/observations', { payload })).json();
  const reader = openSqliteReader(join(dataDir, 'log.db'));
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM events');
  const headers = { prefer: 'respond-async' };
  expect((await client.call('DELETE', urlOf(note), { headers })).statusCode).toBe(202);
  await first.close();
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  expect(app.wiper.pending()).toBe(true);
  expect(holding(dataDir, 'zebrawort').length).toBeGreaterThan(0);
  reader.db.close();
  await eventually('it is wiped', () => expect(app.wiper.pending()).toBe(false));
  expect(holding(dataDir, 'zebrawort')).toEqual([]);
});

test('an unknown or already forgotten note cannot be forgotten', async () => {
  const { app, client, save } = await vault();
  const note = await save();
  await client.call('DELETE', urlOf(note));
  for (const url of [urlOf(note), '/api/v1/observations/01KA5ZHQ7R9T1V3X5Z7B9D1F3H']) {
    expect((await client.call('DELETE', url)).statusCode).toBe(404);
  }
  expect((await app.log.head()).position).toBe(2);
});

test('an import cannot use the id of a forgotten note', async () => {
  const { client, save } = await vault();
  const note = await save();
  await client.call('DELETE', urlOf(note));
  const answer = await client.call('POST', '/api/v1/observations/batch', {
    payload: [{ ...NOTE, id: note.id }],
    headers: { 'x-admin-key': 'the-key-of-the-test-vault' },
  });
  expect(answer.json()).toMatchObject({ failed: 1, results: [{ line: 1 }] });
});
