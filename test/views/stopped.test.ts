import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Projection } from '../../src/projections/projection.js';
import { type Client, testClient } from '../support/client.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

/** A projection that throws for one title. */
const picky: Projection = {
  name: 'picky',
  version: 1,
  tables: { picky: 'CREATE TABLE picky (position INTEGER PRIMARY KEY) STRICT' },
  handlers: {
    'observation.saved': (view, { data, position }) => {
      view.run('INSERT INTO picky VALUES (?)', [position]);
      if (data.title === 'poison') throw new Error('I cannot stand this');
    },
  },
};

const rows = async (app: App) =>
  (await app.readModels.latest())
    .all<{ position: number }>('SELECT position FROM picky')
    .map(({ position }) => position);

const save = (client: Client, title: string) =>
  client.call('POST', '/api/v1/observations', { payload: { title, content: 'c', type: 'task' } });

test('a projection that throws stops alone, before that event, and is reported', async () => {
  const errors: string[] = [];
  const projections = [picky, ...allProjections];
  const onError = (error: unknown) => errors.push(String(error));
  const app = await testApp({}, { projections, onError });
  const client = await testClient(app);
  // Together, so that they share a commit: the events before the failing one are kept.
  const answers = await Promise.all(
    ['fine', 'poison', 'later'].map((title) => save(client, title)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await rows(app)).toEqual([1]);
  expect((await client.call('GET', '/api/v1/search?q=poison')).json()).toHaveLength(1);
  expect((await client.call('GET', '/api/v1/search?q=later')).json()).toHaveLength(1);
  expect(errors).toEqual(['Diagnostic: projection picky stopped at event 2: I cannot stand this']);

  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json().checks.views).toBe('picky stopped at event 2');
  const metrics = (await client.call('GET', '/api/v1/metrics')).body;
  expect(metrics).toContain('memory_vault_projection_lag_events{projection="picky"} 2');
  expect(metrics).toContain('memory_vault_projection_lag_events{projection="observations"} 0');
});

test('after a restart it stops at the same event again, and goes on once the handler is fixed', async () => {
  const VAULT_DATA_DIR = temporaryDirectory();
  const start = (projection: Projection) =>
    testApp({ VAULT_DATA_DIR }, { projections: [projection, ...allProjections] });
  const first = await start(picky);
  const client = await testClient(first);
  for (const title of ['fine', 'poison', 'later']) await save(client, title);
  await first.close();

  const again = await start(picky);
  expect((await save(await testClient(again), 'last')).statusCode).toBe(200);
  expect(await rows(again)).toEqual([1]);
  expect(again.readModels.progress()[0]?.stopped?.at).toBe(2);
  await again.close();

  const patient = {
    ...picky,
    handlers: {
      'observation.saved': (view, { position }) =>
        view.run('INSERT INTO picky VALUES (?)', [position]),
    },
  } satisfies Projection;
  expect(await rows(await start(patient))).toEqual([1, 2, 3, 4]);
});

test('writes are answered from the log while their read model is stopped', async () => {
  const stop = () => {
    throw new Error('stopped');
  };
  const projections = allProjections.map((projection) => ({
    ...projection,
    handlers: Object.fromEntries(Object.keys(projection.handlers).map((type) => [type, stop])),
  }));
  const client = await testClient(await testApp({}, { projections }));
  const headers = { 'x-admin-key': ADMIN_KEY };
  const write = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const response = await client.call(method, url, { payload, headers });
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const { id } = await write('POST', '/api/v1/sessions', { project: 'p' });
  expect(await write('PUT', `/api/v1/sessions/${id}`, { summary: 'done' })).toMatchObject({
    state: 'ended',
    summary: 'done',
  });
  expect(await write('POST', '/api/v1/prompts', { name: 'n', content: 'c' })).toMatchObject({
    version: 1,
    content: 'c',
  });
  expect(await write('PUT', '/api/v1/openspec/p', { content: 'c' })).toMatchObject({ version: 1 });
  expect(await write('PUT', '/api/v1/sdd/p', { phase: 'spec' })).toMatchObject({ phase: 'spec' });
});
