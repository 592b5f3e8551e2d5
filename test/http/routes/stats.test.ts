import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { importNotes, note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { plainFilter } from '../../support/plainFilter.js';
import { testApp, testClock } from '../../support/testApp.js';

const STATS = '/api/v1/stats';

test('the statistics of an empty vault are zeros', async () => {
  const client = await testClient(await testApp());
  const { daily_activity, ...rest } = (await client.call('GET', STATS)).json();
  expect(rest).toEqual({
    observations_total: 0,
    sessions_total: 0,
    sessions_active: 0,
    prompts_total: 0,
    never_given_total: 0,
    often_wrong_total: 0,
    projects_total: 0,
    by_type: {},
    by_project: {},
    by_team: {},
    by_country: {},
    saves: { stored: 0, deduplicated: 0 },
    redactions_total: 0,
    redactions: {},
    log: { events: 0, head: 0 },
  });
  expect(daily_activity).toHaveLength(30);
});

test('the statistics count everything once', async () => {
  const client = await testClient(await testApp({}, { filter: plainFilter }));
  const about = { project: 'p', team: 't', country: 'DE', session_id: UNKNOWN_SESSION };
  await save(client, { ...about, content: 'hush hush' });
  await client.call('POST', '/api/v1/observations', {
    payload: note({ ...about, content: 'hush hush' }),
  });
  await save(client, { type: 'bugfix' });
  const started = await client.call('POST', '/api/v1/sessions', {
    payload: { project: 'q', goal: 'hush' },
  });
  await client.call('POST', '/api/v1/sessions', { payload: { project: 'q' } });
  const payload = { summary: 'hush' };
  await client.call('PUT', `/api/v1/sessions/${started.json().id}`, { payload });
  for (const content of ['one', 'two', 'two']) {
    await client.call('POST', '/api/v1/prompts', { payload: { name: 'n', content } });
  }
  expect((await client.call('GET', STATS)).json()).toMatchObject({
    observations_total: 2,
    sessions_total: 2,
    sessions_active: 1,
    prompts_total: 1,
    projects_total: 2,
    by_type: { learning: 1, bugfix: 1 },
    by_project: { p: 1 },
    by_team: { t: 1 },
    by_country: { DE: 1 },
    saves: { stored: 2, deduplicated: 1 },
    redactions_total: 4,
    redactions: { custom: 4 },
    log: { events: 7, head: 7 },
  });
});

test('daily activity has the last 30 days in UTC, oldest first, including days without notes', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const at = ['2026-10-21T23:59:59Z', '2026-10-22T00:00:00Z', '2026-11-19T23:30:00-01:00'];
  await importNotes(
    client,
    at.map((created_at) => ({ created_at })),
  );
  await save(client);
  const { daily_activity } = (await client.call('GET', STATS)).json();
  expect(daily_activity).toHaveLength(30);
  expect(daily_activity[0]).toEqual({ date: '2026-10-22', count: 1 });
  expect(daily_activity[28]).toEqual({ date: '2026-11-19', count: 0 });
  expect(daily_activity[29]).toEqual({ date: '2026-11-20', count: 2 });
  clock.advance(86_400_000);
  const tomorrow = (await client.call('GET', STATS)).json().daily_activity;
  expect(tomorrow.slice(0, 29)).toEqual(daily_activity.slice(1));
  expect(tomorrow[29]).toEqual({ date: '2026-11-21', count: 0 });
});

test('duplicates are still counted after a restart', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client, { session_id: UNKNOWN_SESSION });
  const payload = note({ session_id: UNKNOWN_SESSION });
  await client.call('POST', '/api/v1/observations', { payload });
  const before = (await client.call('GET', STATS)).json();
  await app.close();
  const reopened = await testClient(await testApp({ VAULT_DATA_DIR: app.config.dataDir }));
  expect((await reopened.call('GET', STATS)).json()).toEqual(before);
});
