import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const SUMMARY = '/api/v1/summary/p';

test('the summary of an unknown project is zeros and nulls', async () => {
  const client = await testClient(await testApp());
  expect((await client.call('GET', SUMMARY)).json()).toEqual({
    project: 'p',
    observations_total: 0,
    sessions_total: 0,
    sessions_active: 0,
    by_type: {},
    by_author: {},
    top_tags: [],
    first_at: null,
    last_at: null,
    recent: [],
    decisions: [],
    sdd_phase: null,
    last_session: null,
  });
});

test('a summary counts the notes of the project', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, [
    { project: 'p', type: 'bugfix', author: 'ada', created_at: '2026-01-02T00:00:00Z' },
    { project: 'p', type: 'decision', author: 'ada', created_at: '2026-01-01T00:00:00Z' },
    { project: 'p', type: 'bugfix', created_at: '2026-01-03T00:00:00Z' },
    { project: 'other', type: 'task', author: 'bob', tags: ['x'] },
  ]);
  expect((await client.call('GET', SUMMARY)).json()).toMatchObject({
    observations_total: 3,
    by_type: { bugfix: 2, decision: 1 },
    by_author: { ada: 2 },
    first_at: '2026-01-01T00:00:00Z',
    last_at: '2026-01-03T00:00:00Z',
    top_tags: [],
  });
});

test('a summary shows at most ten tags, the most used first', async () => {
  const client = await testClient(await testApp());
  const tags = Array.from({ length: 12 }, (_, i) => `tag ${String.fromCharCode(97 + i)}`);
  for (const [i] of tags.entries()) await save(client, { project: 'p', tags: tags.slice(i) });
  const { top_tags } = (await client.call('GET', SUMMARY)).json();
  expect(top_tags).toHaveLength(10);
  expect(top_tags[0]).toEqual({ tag: 'tag l', count: 12 });
  expect(top_tags.map(({ count }: { count: number }) => count)).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
});

test('a summary shows the five newest notes and decisions', async () => {
  const client = await testClient(await testApp());
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await save(client, { project: 'p', type: 'decision' }));
  const note = await save(client, { project: 'p' });
  const { recent, decisions } = (await client.call('GET', SUMMARY)).json();
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
  expect(idsOf(recent)).toEqual([note, ...ids.slice(2).reverse()]);
  expect(idsOf(decisions)).toEqual(ids.slice(1).reverse());
});

test('a summary shows the sessions and the phase', async () => {
  const client = await testClient(await testApp());
  const start = async () =>
    (await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } })).json();
  const first = await start();
  const last = await start();
  await client.call('PUT', `/api/v1/sessions/${first.id}`, { payload: { summary: 'done' } });
  await client.call('PUT', '/api/v1/sdd/p', { payload: { phase: 'verify' }, headers: ADMIN });
  expect((await client.call('GET', SUMMARY)).json()).toMatchObject({
    observations_total: 0,
    sessions_total: 2,
    sessions_active: 1,
    sdd_phase: 'verify',
    last_session: last,
    first_at: null,
  });
});
