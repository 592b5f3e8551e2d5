import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp, testClock } from '../../support/testApp.js';

const vault = sharedClient();

const URL = '/api/v1/sdd/p';
const PHASES = [
  'explore',
  'propose',
  'spec',
  'design',
  'tasks',
  'apply',
  'verify',
  'archive',
  'onboard',
];

const enter = (client: Client, phase: unknown, headers: Record<string, string> = ADMIN) =>
  client.call('PUT', URL, { payload: { phase }, headers });

test('a project is in explore until a phase is entered', async () => {
  const client = await testClient(await testApp());
  const got = await client.call('GET', URL);
  expect(got.json()).toEqual({ project: 'p', phase: 'explore', updated_at: null, phases: PHASES });
});

test('any change of phase is allowed and recorded, also to the current phase', async () => {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const moves = [...PHASES.toReversed(), 'explore'];
  for (const phase of moves) {
    clock.advance(1000);
    expect((await enter(client, phase)).json().phase).toBe(phase);
  }
  expect((await app.log.head()).position).toBe(moves.length);
  expect((await client.call('GET', URL)).json()).toEqual({
    project: 'p',
    phase: 'explore',
    updated_at: '2026-11-20T09:30:10Z',
    phases: PHASES,
  });
});

test.each([
  ['missing_credential', {}],
  ['invalid_admin_key', { 'x-admin-key': 'wrong' }],
])('a change of phase with %s is refused', async (code, headers) => {
  const { app, ...client } = vault();
  const before = await stateOf(app);
  const refused = await enter(client, 'spec', headers);
  expect(refused.json()).toMatchObject({ status: 401, code });
  expect(await stateOf(app)).toEqual(before);
});

test.each([undefined, null, 'Spec', 'done', 3])('%j is no phase', async (phase) => {
  const { app, ...client } = vault();
  const refused = await enter(client, phase);
  expect(refused.json()).toMatchObject({ code: 'invalid_payload', errors: [{ path: '/phase' }] });
  expect((await app.log.head()).position).toBe(0);
});
