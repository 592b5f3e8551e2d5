import { expect, test } from 'vitest';
import { Rejection } from '../../../src/domain/rejection.js';
import { Projections } from '../../../src/http/routes/projections.js';
import { allProjections } from '../../../src/projections/allProjections.js';
import type { Projection } from '../../../src/projections/projection.js';
import { digestViews } from '../../../src/views/verifyViews.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { ADMIN, save } from '../../support/notes.js';
import { documentOf, operationsOf } from '../../support/openapiDocument.js';
import { testApp } from '../../support/testApp.js';

const PROJECTIONS = '/admin/projections';
const REBUILD = `${PROJECTIONS}/rebuild`;

test('only admins may see the state of the read models and rebuild them', async () => {
  const client = await testClient(await testApp());
  for (const [method, url] of [
    ['GET', PROJECTIONS],
    ['POST', REBUILD],
    ['GET', '/admin/log'],
    ['GET', '/admin/events'],
  ] as const) {
    expect((await client.call(method, url)).statusCode).toBe(401);
    const headers = { 'x-admin-key': 'a wrong key of the right length' };
    expect((await client.call(method, url, { headers })).statusCode).toBe(401);
  }
});

test('each read model has its version and its position in the log', async () => {
  const client = await testClient(await testApp());
  await save(client);
  const { projections, rebuild } = (
    await client.call('GET', PROJECTIONS, { headers: ADMIN })
  ).json();
  expect(projections).toEqual(
    allProjections.map(({ name, version }) => {
      return { name, version, position: 1, lag: 0, state: 'current' };
    }),
  );
  expect(rebuild).toEqual({ state: 'idle', done: 0, total: 0 });
});

test('a rebuild with wait reports both digests', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  const response = await client.call('POST', `${REBUILD}?wait=1`, { headers: ADMIN });
  expect(response.statusCode).toBe(200);
  const { seconds, ...rebuilt } = response.json();
  expect(rebuilt).toEqual({ events: 2, before: digest, damage: null, after: digest, same: true });
  expect(seconds).toBeGreaterThan(0);
  const { rebuild } = (await client.call('GET', PROJECTIONS, { headers: ADMIN })).json();
  expect(rebuild).toEqual({ state: 'idle', done: 2, total: 2, last: response.json() });
});

test('a rebuild without wait goes on in the background', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  const response = await client.call('POST', REBUILD, { headers: ADMIN });
  expect(response.statusCode).toBe(202);
  expect(response.json().state).toBe('building');
  await eventually('it has ended', () => expect(app.rebuilder.status().state).toBe('idle'));
  const { rebuild } = (await client.call('GET', PROJECTIONS, { headers: ADMIN })).json();
  expect(rebuild).toMatchObject({ state: 'idle', last: { events: 2, same: true } });
});

test('a rebuild while another is under way is a conflict, and no act', async () => {
  const app = await testApp();
  const assertIdle = () => {
    throw new Rejection('conflict', 'a rebuild is under way');
  };
  const busy = await testClient({ ...app, rebuilder: { ...app.rebuilder, assertIdle } });
  for (const url of [REBUILD, `${REBUILD}?wait=1`]) {
    const refused = await busy.call('POST', url, { headers: ADMIN });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'conflict', error: 'a rebuild is under way' });
    expect((await app.log.head()).position).toBe(0);
  }
});

test('a stopped read model is reported with its cause, can be read, and a rebuild repairs it once the cause is fixed', async () => {
  let patient = false;
  const picky: Projection = {
    name: 'picky',
    version: 1,
    tables: { picky: 'CREATE TABLE picky (position INTEGER PRIMARY KEY) STRICT' },
    handlers: {
      'observation.saved': (view, { data, position }) => {
        if (data.title === 'poison' && !patient) throw new Error('I cannot stand this');
        view.run('INSERT INTO picky VALUES (?)', [position]);
      },
    },
  };
  const client = await testClient(await testApp({}, { projections: [picky, ...allProjections] }));
  for (const title of ['fine', 'poison', 'later']) await save(client, { title });
  const state = async () => {
    const { projections } = (await client.call('GET', PROJECTIONS, { headers: ADMIN })).json();
    const metrics = (await client.call('GET', '/api/v1/metrics')).body;
    const [, stopped] = /projection_stopped\{projection="picky"\} (\d)/.exec(metrics) ?? [];
    return { picky: projections[0], stopped };
  };
  const stopped = await state();
  expect(stopped).toEqual({
    picky: {
      name: 'picky',
      version: 1,
      position: 1,
      lag: 2,
      state: 'stopped',
      stopped: {
        position: 2,
        error: 'I cannot stand this',
        event: '/admin/events?after=1&limit=1',
      },
    },
    stopped: '1',
  });
  const look = await client.call('GET', stopped.picky.stopped.event, { headers: ADMIN });
  expect(look.json()).toMatchObject([{ position: 2, data: { title: 'poison' } }]);

  patient = true;
  const rebuilt = await client.call('POST', `${REBUILD}?wait=1`, { headers: ADMIN });
  expect(rebuilt.json()).toMatchObject({ events: 4, same: false });
  expect(await state()).toMatchObject({ picky: { position: 4, state: 'current' }, stopped: '0' });
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
});

test('a failed rebuild is reported without internals', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  const rows = (await app.readModels.latest()).db.prepare('SELECT id FROM observations').iterate();
  rows.next();
  const response = await client.call('POST', `${REBUILD}?wait=1`, { headers: ADMIN });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toMatch(/busy|views\.db/);
  rows.return?.();
});

test('the example of the API document shows read models in their versions of today', async () => {
  const operations = operationsOf(await documentOf());
  const asked = operations.find(({ operation }) => operation.operationId === 'getProjections');
  const answer = asked?.operation.responses['200']?.content?.['application/json'];
  const { projections } = Projections.parse(answer?.example);
  const today = allProjections.map(({ name, version }) => `${name} ${version}`);
  expect(projections.length).toBeGreaterThan(0);
  for (const { name, version } of projections) expect(today).toContain(`${name} ${version}`);
});
