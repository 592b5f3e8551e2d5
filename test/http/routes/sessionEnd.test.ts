import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { save, UNKNOWN_SESSION } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp, testClock } from '../../support/testApp.js';
import { ALL, end, start } from '../../support/workSessions.js';

const DAY = 86_400_000;

test('an end answers with the session and its number of notes', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const started = await start(client);
  await save(client, { session_id: started.id });
  clock.advance(90_500);
  const ended = await end(client, started.id.toLowerCase(), 'Shipped.');
  expect(ended.json()).toEqual({
    ...started,
    state: 'ended',
    ended_at: '2026-11-20T09:31:30Z',
    summary: 'Shipped.',
    observations_total: 1,
  });
  expect((await client.call('GET', ALL)).json()).toEqual([ended.json()]);
});

test('a second end with the same summary gets the same answer and writes nothing', async () => {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const { id } = await start(client);
  const ended = await end(client, id, 'Shipped.');
  const before = await stateOf(app);
  clock.advance(DAY);
  const again = await end(client, id, ' Shipped. ');
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(ended.json());
  expect(again.headers['x-log-position']).toBe(ended.headers['x-log-position']);
  expect(await stateOf(app)).toEqual(before);
});

test('a second end with another summary is a conflict and writes nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = await start(client);
  await end(client, id, 'Shipped.');
  const before = await stateOf(app);
  const refused = await end(client, id, 'Not shipped.');
  expect(refused.json()).toMatchObject({ status: 409, code: 'session_ended' });
  expect(await stateOf(app)).toEqual(before);
});

test.each([UNKNOWN_SESSION, 'no-ulid', 'all'])('ending session %s is 404', async (id) => {
  const app = await testApp();
  const client = await testClient(app);
  expect((await end(client, id, 'x')).json()).toMatchObject({ status: 404, code: 'not_found' });
  expect((await app.log.head()).position).toBe(0);
});

test.each([undefined, null, 7, 'x'.repeat(65_537)])(
  '%j is refused as a summary',
  async (summary) => {
    const client = await testClient(await testApp());
    const { id } = await start(client);
    const refused = await end(client, id, summary);
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ path: '/summary' }] });
  },
);
