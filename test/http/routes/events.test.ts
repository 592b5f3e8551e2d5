import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const EVENTS = '/admin/events';

const read = async (client: Client, query = '') =>
  (await client.call('GET', `${EVENTS}${query}`, { headers: ADMIN })).json();

test('events are returned in the order of their positions, with their data', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { title: 'first' });
  await client.call('PUT', '/api/v1/sdd/p', { payload: { phase: 'spec' }, headers: ADMIN });
  const events = await read(client);
  expect(events).toMatchObject([
    {
      position: 1,
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      stream: `observation/${id}`,
      version: 1,
      type: 'observation.saved',
      schema: 4,
      at: '2026-11-20T09:30:00Z',
      actor: 'anonymous',
      data: { id, title: 'first' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { position: 2, type: 'sdd.phase_entered', actor: 'admin', data: { phase: 'spec' } },
  ]);
  expect(events[1].hash).toBe((await app.log.head()).hash.toString('hex'));
  expect(events[0]).not.toHaveProperty('redacted_by');
});

test('after, limit, stream and type select events', async () => {
  const client = await testClient(await testApp());
  const ids = [];
  for (const title of ['a', 'b', 'c']) ids.push(await save(client, { title }));
  const revise = { payload: { title: 'A' } };
  await client.call('PATCH', `/api/v1/observations/${ids[0]}`, revise);
  await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  const positions = async (query: string) =>
    (await read(client, query)).map(({ position }: { position: number }) => position);
  expect(await positions('?after=1&limit=2')).toEqual([2, 3]);
  expect(await positions('?after=5')).toEqual([]);
  expect(await positions('?after=99')).toEqual([]);
  expect(await positions(`?stream=observation/${ids[0]}`)).toEqual([1, 4]);
  expect(await positions(`?stream=observation/${ids[0]}&after=1`)).toEqual([4]);
  expect(await positions(`?stream=observation/${ids[0]}&limit=1`)).toEqual([1]);
  expect(await positions('?type=session.started')).toEqual([5]);
  expect(await positions('?type=observation.saved&limit=2')).toEqual([1, 2]);
  expect(await positions(`?stream=observation/${ids[0]}&type=observation.revised`)).toEqual([4]);
  expect(await positions('?stream=observation/nobody')).toEqual([]);
  expect(await positions('?type=session.started,observation.revised')).toEqual([4, 5]);
  expect(await positions('?type=observation.revised,%20observation.revised')).toEqual([4]);
});

test('before lists the newest first, and its links lead to every event once', async () => {
  const client = await testClient(await testApp());
  for (const title of ['a', 'b', 'c', 'd', 'e']) await save(client, { title });
  await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  const pages: number[][] = [];
  let url: string | undefined = `${EVENTS}?before=999&limit=2&type=observation.saved`;
  while (url !== undefined) {
    const page = await client.call('GET', url, { headers: ADMIN });
    pages.push(page.json().map(({ position }: { position: number }) => position));
    url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1];
  }
  expect(pages).toEqual([[5, 4], [3, 2], [1]]);
  expect(await read(client, '?before=1')).toEqual([]);
  expect(await read(client, '?before=0')).toEqual([]);
});

test('before goes neither with after nor with a stream of events', async () => {
  const client = await testClient(await testApp());
  const asked = async (query: string, headers = {}) =>
    (await client.call('GET', `${EVENTS}${query}`, { headers: { ...ADMIN, ...headers } })).json();
  expect(await asked('?before=3&after=1')).toMatchObject({
    code: 'invalid_parameter',
    detail: 'before: does not go with after: leave one out',
  });
  expect(await asked('?before=3', { accept: 'text/event-stream' })).toMatchObject({
    code: 'invalid_parameter',
    detail: 'before: does not go in a stream of events: leave one out',
  });
});

test('an event says which request wrote it', async () => {
  const client = await testClient(await testApp());
  const headers = { 'x-request-id': '01KA5ZJ3M4R2E4Q6T8S0V2W4X6' };
  const payload = { title: 'a', content: 'a', type: 'learning' };
  await client.call('POST', '/api/v1/observations', { payload, headers });
  const [event] = await read(client);
  expect(event.request_id).toBe('01KA5ZJ3M4R2E4Q6T8S0V2W4X6');
});

test('an invalid position, limit and type are refused with all errors together', async () => {
  const client = await testClient(await testApp());
  const response = await client.call('GET', `${EVENTS}?after=-1&limit=1001&type=note`, {
    headers: ADMIN,
  });
  expect(response.statusCode).toBe(400);
  const paths = response.json().errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['/after', '/type', '/limit']);
  const wrong = await client.call('GET', `${EVENTS}?type=session.started,note,,x`, {
    headers: ADMIN,
  });
  expect(wrong.json().errors[0].message).toMatch(
    /^there is no type "note", "", "x": the types are observation.saved, observation.revised, /,
  );
});

test('an erased event has its envelope and data null, and the log counts it', async () => {
  const client = await testClient(await testApp());
  const summary = async () => (await client.call('GET', '/admin/log', { headers: ADMIN })).json();
  const id = await save(client, { title: 'first' });
  await save(client, { title: 'second' });
  expect(await summary()).toMatchObject({ events: 2, head: 2, erased: 0 });
  await client.call('DELETE', `/api/v1/observations/${id}`);
  const events = await read(client);
  expect(events.map(({ data }: { data: unknown }) => data === null)).toEqual([true, false, false]);
  expect(events[0]).toMatchObject({ type: 'observation.saved', stream: `observation/${id}` });
  const log = await summary();
  expect(log).toEqual({
    events: 3,
    head: 3,
    hash: events[2].hash,
    erased: 1,
    bytes: expect.any(Number),
  });
  expect(log.bytes).toBeGreaterThan(4096);
});

test('an empty log gives an empty list', async () => {
  const client = await testClient(await testApp());
  expect(await read(client)).toEqual([]);
  const log = (await client.call('GET', '/admin/log', { headers: ADMIN })).json();
  expect(log).toMatchObject({ events: 0, head: 0, hash: '00'.repeat(32), erased: 0 });
});
