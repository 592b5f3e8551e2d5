import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp, testClock } from '../../support/testApp.js';
import { ALL, end, SESSIONS, start } from '../../support/workSessions.js';

const vault = sharedClient();

const client_ref = '5b1f2a52-52c5-4c8e-9d0f-6a1e7c3f4b5d';

const listed = async (client: Client) => (await client.call('GET', ALL)).json();

test('the same client_ref in the same project gives the same session', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const first = await start(client, { client_ref, agent: 'a' });
  expect(first).toMatchObject({ client_ref, agent: 'a' });
  expect(first).not.toHaveProperty('existing');
  await save(client, { session_id: first.id });
  await listed(client);
  const { position } = await app.log.head();
  const again = await start(client, { client_ref, agent: 'b' });
  expect(again).toEqual({ ...first, observations_total: 1, existing: true });
  expect((await app.log.head()).position).toBe(position);
  expect(await listed(client)).toEqual([{ ...first, observations_total: 1 }]);
});

test('another client_ref, or none, is another session', async () => {
  const client = await testClient(await testApp());
  const about = [{ client_ref }, { client_ref: `${client_ref} ` }, { client_ref: 'x' }, {}, {}];
  const ids = [];
  for (const one of about) ids.push((await start(client, one)).id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(4);
});

test('a project is the same in another spelling, and another project has its own sessions', async () => {
  const client = await testClient(await testApp());
  const { id } = await start(client, { client_ref, project: 'Café' });
  expect(await start(client, { client_ref, project: 'CAFE\u0301' })).toMatchObject({
    id,
    existing: true,
    project: 'Café',
  });
  expect((await start(client, { client_ref, project: 'other' })).id).not.toBe(id);
});

test('requests that arrive together get one session', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const together = Array.from({ length: 20 }, () => start(client, { client_ref, goal: 'Ship' }));
  const answers = await Promise.all(together);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ existing }) => existing === undefined)).toHaveLength(1);
  expect((await app.log.head()).position).toBe(1);
  expect((await app.log.totals()).deduplicated).toBe(0);
});

test('the session is found after a restart', async () => {
  const app = await testApp();
  const { id } = await start(await testClient(app), { client_ref });
  await app.close();
  const again = await testApp({ VAULT_DATA_DIR: app.config.dataDir });
  expect(await start(await testClient(again), { client_ref })).toMatchObject({
    id,
    existing: true,
  });
});

test('a goal fills one that is empty, once, and through the privacy filter', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const client = await testClient(app);
  const { id } = await start(client, { client_ref, goal: ' ' });
  const filled = await start(client, { client_ref, goal: 'hush, ship it' });
  expect(filled).toMatchObject({ id, goal: '[REDACTED], ship it', existing: true });
  for (const goal of ['Another', undefined]) {
    expect(await start(client, { client_ref, goal })).toMatchObject({ id, goal: filled.goal });
  }
  expect(await listed(client)).toMatchObject([{ id, goal: '[REDACTED], ship it' }]);
  expect((await client.call('GET', '/api/v1/stats')).json().redactions).toEqual({ custom: 1 });
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('the goal that a session got later is not shown as of a time before', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const { started_at } = await start(client, { client_ref });
  clock.advance(5000);
  await start(client, { client_ref, goal: 'Ship it' });
  const goalAt = async (query: string) =>
    (await client.call('GET', `/api/v1/summary/p${query}`)).json().last_session.goal;
  expect(await goalAt('')).toBe('Ship it');
  expect(await goalAt(`?as_of=${started_at}`)).toBeUndefined();
});

test('an ended session is given as it is', async () => {
  const client = await testClient(await testApp());
  const { id } = await start(client, { client_ref });
  await end(client, id, 'done');
  const again = await start(client, { client_ref, goal: 'too late' });
  expect(again).toMatchObject({ id, state: 'ended', summary: 'done', existing: true });
  expect(again).not.toHaveProperty('goal');
});

test('an abandoned session is given as it is, and may get its goal', async () => {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const { id } = await start(client, { client_ref });
  clock.advance(25 * 3_600_000);
  expect(await app.abandonIdleSessions()).toBe(1);
  const again = await start(client, { client_ref, goal: 'Ship it' });
  expect(again).toMatchObject({ id, state: 'abandoned', goal: 'Ship it', existing: true });
});

test('a forgotten session is not found, and leaves no guard', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = await start(client, { client_ref });
  expect((await client.call('DELETE', `${SESSIONS}/${id}`)).statusCode).toBe(204);
  const another = await start(client, { client_ref });
  expect(another.id).not.toBe(id);
  await client.call('POST', '/admin/forget', { headers: ADMIN, payload: { project: 'P' } });
  expect((await start(client, { client_ref })).existing).toBeUndefined();
});

test('what the privacy filter leaves of a client_ref finds no session', async () => {
  const client = await testClient(await testApp({}, { filter: plainFilter }));
  const about = { client_ref: 'hush' };
  const first = await start(client, about);
  expect(first.client_ref).toBe('[REDACTED]');
  expect((await start(client, about)).id).not.toBe(first.id);
});

test('a start that is sent again with its Idempotency-Key gets the first answer', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const send = async (key: string, goal?: string) => {
    const headers = { 'idempotency-key': key };
    const payload = { project: 'p', client_ref, goal };
    return client.call('POST', SESSIONS, { headers, payload });
  };
  const [first, filled] = [await send('one'), await send('two', 'Ship it')];
  const { position } = await app.log.head();
  expect((await send('one')).json()).toEqual(first.json());
  expect((await send('two', 'Ship it')).json()).toEqual(filled.json());
  expect((await send('two', 'Something else')).json()).toMatchObject({
    code: 'idempotency_mismatch',
  });
  expect((await app.log.head()).position).toBe(position);
});

test.each(['', ' ', 'x'.repeat(201), '\u0000', 7])(
  'the client_ref %j is refused',
  async (wrong) => {
    const client = vault();
    const payload = { project: 'p', client_ref: wrong };
    const refused = await client.call('POST', SESSIONS, { payload });
    expect(refused.json()).toMatchObject({
      code: 'invalid_payload',
      errors: [{ path: '/client_ref' }],
    });
  },
);
