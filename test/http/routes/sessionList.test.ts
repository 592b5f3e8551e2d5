import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp, testClock } from '../../support/testApp.js';

const vault = sharedClient();

const ALL = '/api/v1/sessions/all';
const HOUR = 3_600_000;

async function start(client: Client, project = 'p'): Promise<string> {
  return (await client.call('POST', '/api/v1/sessions', { payload: { project } })).json().id;
}

test('without sessions the list is empty', async () => {
  const client = vault();
  expect(await listed(client, ALL)).toEqual([]);
});

test('all sessions are listed, newest first, in pages on request', async () => {
  const client = await testClient(await testApp());
  const ids: string[] = [];
  for (let i = 0; i < 150; i++) ids.push(await start(client));
  const newestFirst = ids.toReversed();
  expect(await listed(client, ALL)).toEqual(newestFirst);
  expect(await listed(client, `${ALL}?limit=1`)).toEqual(newestFirst.slice(0, 1));
  const before = newestFirst[9]?.toLowerCase();
  const page = await listed(client, `${ALL}?limit=10&before=${before}`);
  expect(page).toEqual(newestFirst.slice(10, 20));
  expect(await listed(client, `${ALL}?before=${ids[0]}`)).toEqual([]);
});

test('one session is read by its id, as the list has it', async () => {
  const client = await testClient(await testApp());
  const id = await start(client);
  await save(client, { session_id: id });
  const one = await client.call('GET', `/api/v1/sessions/${id.toLowerCase()}`);
  expect(one.json()).toMatchObject({ id, state: 'active', observations_total: 1 });
  expect([one.json()]).toEqual((await client.call('GET', ALL)).json());
  for (const unknown of [UNKNOWN_SESSION, id.slice(-8), 'x']) {
    const refused = await client.call('GET', `/api/v1/sessions/${unknown}`);
    expect(refused.json()).toMatchObject({ status: 404, code: 'not_found' });
  }
  await client.call('DELETE', `/api/v1/sessions/${id}`);
  expect((await client.call('GET', `/api/v1/sessions/${id}`)).statusCode).toBe(404);
});

test.each(['limit=0', 'limit=x', 'before=x', `before=${UNKNOWN_SESSION}`])(
  '%s is refused',
  async (query) => {
    const client = vault();
    const refused = await client.call('GET', `${ALL}?${query}`);
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  },
);

test('a session idle for 24 hours is abandoned, and can still be ended', async () => {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const idle = await start(client);
  const busy = await start(client);
  clock.advance(23 * HOUR);
  await save(client, { session_id: busy });
  clock.advance(HOUR + 1000);
  await app.abandonIdleSessions();
  expect(await listed(client, ALL, 'state')).toEqual(['active', 'abandoned']);
  expect((await client.call('GET', '/api/v1/stats')).json().sessions_active).toBe(1);
  await save(client, { session_id: idle });
  const ended = await client.call('PUT', `/api/v1/sessions/${idle}`, { payload: { summary: '' } });
  expect(ended.json()).toMatchObject({ state: 'ended', summary: '', observations_total: 1 });
  const stats = (await client.call('GET', '/api/v1/stats')).json();
  expect(stats).toMatchObject({ sessions_total: 2, sessions_active: 1 });
});

test('VAULT_SESSION_IDLE sets another time', async () => {
  const clock = testClock();
  const app = await testApp({ VAULT_SESSION_IDLE: '90m' }, { clock });
  const client = await testClient(app);
  await start(client);
  clock.advance(1.5 * HOUR);
  expect(await app.abandonIdleSessions()).toBe(0);
  clock.advance(1000);
  expect(await app.abandonIdleSessions()).toBe(1);
  expect(await app.abandonIdleSessions()).toBe(0);
});
