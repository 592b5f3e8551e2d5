import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../src/domain/caller.js';
import { publicEventsFor } from '../../../src/queries/publicEvents.js';
import { testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const EVENTS = '/api/v1/events';

test('what happens to notes and sessions is told in order, with the names of CloudEvents, and nothing else', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { title: 'first' });
  await client.call('PUT', '/api/v1/sdd/p', { payload: { phase: 'spec' }, headers: ADMIN });
  await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  const events = (await client.call('GET', EVENTS)).json();
  expect(events).toEqual([
    {
      specversion: '1.0',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      source: expect.stringMatching(/^memory-vault\/[0-9a-f]{16}$/),
      type: 'observation.saved',
      time: '2026-11-20T09:30:00Z',
      subject: `observation/${id}`,
      position: 1,
      data: expect.objectContaining({ id, title: 'first' }),
    },
    expect.objectContaining({ position: 3, type: 'session.started' }),
  ]);
  expect(events[0].data).not.toHaveProperty('content_hash');
});

test('a forgotten text never appears, also where it was told before', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { title: 'kept back', content: 'unspeakable' });
  await client.call('PATCH', `/api/v1/observations/${id}`, { payload: { title: 'unheard' } });
  expect((await client.call('GET', EVENTS)).body).toContain('unspeakable');
  await client.call('DELETE', `/api/v1/observations/${id}`);
  const after = await client.call('GET', EVENTS);
  expect(after.body).not.toMatch(/unspeakable|unheard|kept back/);
  expect(after.json().map(({ data }: { data: unknown }) => data)).toEqual([
    null,
    null,
    { id, session_id: null },
  ]);
});

test('pages follow each other by after, and a wrong type is refused with all that there are', async () => {
  const client = await testClient(await testApp());
  for (const title of ['a', 'b', 'c']) await save(client, { title });
  const first = await client.call('GET', `${EVENTS}?limit=2`);
  expect(first.json()).toHaveLength(2);
  expect(first.headers.link).toBe('</api/v1/events?limit=2&after=2>; rel="next"');
  const last = await client.call('GET', `${EVENTS}?limit=2&after=2`);
  expect(last.json()).toMatchObject([{ position: 3 }]);
  expect(last.headers.link).toBeUndefined();
  const refused = await client.call('GET', `${EVENTS}?type=login.opened`);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('session.forgotten');
});

test('what is forgotten after it was read from the log is told without its text', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { title: 'kept back' });
  const { entries } = await app.log.readEntries(0, 1, {});
  await client.call('DELETE', `/api/v1/observations/${id}`);
  const tell = publicEventsFor(app.log, EVERYTHING, 'memory-vault/test');
  expect(await Promise.all(entries.map(tell))).toMatchObject([{ position: 1, data: null }]);
});

test('a position beyond the end of the log is refused, as after a restore, and not waited for', async () => {
  const client = await testClient(await testApp());
  await save(client);
  const headers = { accept: 'text/event-stream', 'last-event-id': '2', ...ADMIN };
  for (const path of [EVENTS, '/api/v1/observations', '/admin/events']) {
    const refused = await client.call('GET', path, { headers });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toContain('the log ends at 1, before 2');
  }
  expect((await client.call('GET', `${EVENTS}?after=2`)).statusCode).toBe(400);
  expect((await client.call('GET', `${EVENTS}?after=1`)).json()).toEqual([]);
});
