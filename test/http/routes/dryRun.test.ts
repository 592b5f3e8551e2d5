import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';

const OBSERVATIONS = '/api/v1/observations';

test('a dry run shows the note and its redactions, and stores nothing', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const client = await testClient(app);
  const before = await stateOf(app);
  const payload = note({
    title: '  Cafe\u0301 hush ',
    content: 'hush hush',
    tags: ['hush', ' b '],
    project: 'checkout',
    dry_run: true,
  });
  const answer = await client.call('POST', OBSERVATIONS, { payload });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).not.toHaveProperty('x-log-position');
  const { id } = answer.json();
  expect(answer.json()).toEqual({
    id,
    dry_run: true,
    observation: {
      id,
      session_id: null,
      project: 'checkout',
      type: 'learning',
      title: 'Caf\u00e9 [REDACTED]',
      content: '[REDACTED] [REDACTED]',
      tags: ['[REDACTED]', 'b'],
      created_at: '2026-11-20T09:30:00Z',
    },
    redactions: [{ kind: 'custom', count: 4 }],
  });
  expect(await stateOf(app)).toEqual(before);
  expect((await client.call('GET', `${OBSERVATIONS}/${id}`)).statusCode).toBe(404);
});

test('a dry run of a duplicate answers with the stored note, and counts nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { session_id: UNKNOWN_SESSION });
  const before = await stateOf(app);
  const payload = note({ session_id: UNKNOWN_SESSION, dry_run: true });
  const answer = await client.call('POST', OBSERVATIONS, { payload });
  expect(answer.json()).toEqual({ deduplicated: true, existing_id: id, dry_run: true });
  expect(await stateOf(app)).toEqual(before);
});

test('a forced dry run of a duplicate shows the copy that would be stored', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { session_id: UNKNOWN_SESSION });
  const before = await stateOf(app);
  const payload = note({ session_id: UNKNOWN_SESSION, dry_run: true, force: true });
  const answer = (await client.call('POST', OBSERVATIONS, { payload })).json();
  expect(answer).toMatchObject({ dry_run: true, observation: { session_id: UNKNOWN_SESSION } });
  expect(answer.id).not.toBe(id);
  expect(await stateOf(app)).toEqual(before);
});

test('a save after a dry run is stored', async () => {
  const client = await testClient(await testApp());
  const payload = note({ session_id: UNKNOWN_SESSION, dry_run: true });
  await client.call('POST', OBSERVATIONS, { payload });
  await save(client, { session_id: UNKNOWN_SESSION });
});

test('a dry run is validated like any save', async () => {
  const client = await testClient(await testApp());
  const payload = note({ title: '', dry_run: true });
  expect((await client.call('POST', OBSERVATIONS, { payload })).statusCode).toBe(400);
});

test('dry_run false stores the note', async () => {
  const client = await testClient(await testApp());
  await save(client, { dry_run: false });
});
