import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { listed, note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';
import { ALL, end, SESSIONS, start } from '../../support/workSessions.js';

const vault = sharedClient();

test('a start answers with the session', async () => {
  const client = await testClient(await testApp());
  const started = await start(client, { team: ' t ', country: 'DE', agent: 'a', goal: 'Ship it' });
  expect(started).toEqual({
    id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    session_id: started.id,
    project: 'p',
    team: 't',
    country: 'DE',
    agent: 'a',
    goal: 'Ship it',
    state: 'active',
    started_at: '2026-11-20T09:30:00Z',
    ended_at: null,
    summary: null,
    observations_total: 0,
  });
  expect((await client.call('GET', ALL)).json()).toEqual([started]);
});

test('missing and null fields are left out', async () => {
  const client = await testClient(await testApp());
  const started = await start(client, { team: null, goal: null });
  for (const field of ['team', 'country', 'agent', 'goal']) {
    expect(started).not.toHaveProperty(field);
  }
});

test.each([
  ['/project', {}],
  ['/project', { project: ' ' }],
  ['/project', { project: 'x'.repeat(201) }],
  ['/agent', { project: 'p', agent: 'x'.repeat(201) }],
  ['/goal', { project: 'p', goal: 'x'.repeat(65_537) }],
  ['/goal', { project: 'p', goal: '\u0000' }],
])('a wrong start is refused at %s', async (path, payload) => {
  const { app, ...client } = vault();
  const refused = await client.call('POST', SESSIONS, { payload });
  expect(refused.json()).toMatchObject({ code: 'invalid_payload', errors: [{ path }] });
  expect((await app.log.head()).position).toBe(0);
});

test('a goal and a summary may have 65,536 characters', async () => {
  const client = await testClient(await testApp());
  const { id } = await start(client, { goal: '\u{1F980}'.repeat(65_536) });
  expect((await end(client, id, 'x'.repeat(65_536))).statusCode).toBe(200);
});

test('goal and summary go through the privacy filter', async () => {
  const client = await testClient(await testApp({}, { filter: plainFilter }));
  const { id, goal } = await start(client, { goal: 'hush now' });
  expect(goal).toBe('[REDACTED] now');
  expect((await end(client, id, 'hush')).json().summary).toBe('[REDACTED]');
});

test('notes are accepted for an ended and for an unknown session', async () => {
  const client = await testClient(await testApp());
  const { id } = await start(client);
  await end(client, id, 'done');
  await save(client, { session_id: id });
  await save(client, { session_id: UNKNOWN_SESSION });
  expect(await listed(client, ALL, 'observations_total')).toEqual([1]);
});

test('a duplicate does not count as a note of its session', async () => {
  const client = await testClient(await testApp());
  const { id } = await start(client);
  await save(client, { session_id: id });
  await client.call('POST', '/api/v1/observations', { payload: note({ session_id: id }) });
  expect(await listed(client, ALL, 'observations_total')).toEqual([1]);
});
