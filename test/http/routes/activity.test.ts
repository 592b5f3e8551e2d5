import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';

const ACTIVITY = '/api/v1/activity';
const DAY = 86_400_000;

/** The clock stands at 2026-11-20. */
async function vault() {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const activity = async (query = '') => (await client.call('GET', `${ACTIVITY}${query}`)).json();
  return { clock, client, activity };
}

test('without notes there are no days', async () => {
  const { activity } = await vault();
  expect(await activity()).toEqual([]);
  expect(await activity('?project=nobody')).toEqual([]);
});

test('days have the notes that were made on them, also the imported ones, of a project or of all', async () => {
  const { client, activity } = await vault();
  await importNotes(client, [
    { created_at: '2025-11-20T23:59:59Z', project: 'p' },
    { created_at: '2025-11-21T00:00:00Z', project: 'P' },
    { created_at: '2026-11-19T12:00:00Z', project: 'q' },
    { created_at: '2026-11-19T12:00:00Z', project: 'p' },
    { created_at: '2026-11-19T12:00:00Z', project: 'p' },
    { created_at: '2026-11-21T00:00:00Z', project: 'p' },
    { created_at: '2026-11-19T12:00:01Z' },
  ]);
  await save(client, { project: 'p' });
  expect(await activity()).toEqual([
    { date: '2025-11-21', count: 1 },
    { date: '2026-11-19', count: 4 },
    { date: '2026-11-20', count: 1 },
  ]);
  expect(await activity('?project=p')).toEqual([
    { date: '2025-11-21', count: 1 },
    { date: '2026-11-19', count: 2 },
    { date: '2026-11-20', count: 1 },
  ]);
  expect(await activity('?days=366&project=P')).toMatchObject([{ date: '2025-11-20' }, {}, {}, {}]);
  expect(await activity('?days=2')).toMatchObject([{ count: 4 }, { count: 1 }]);
  expect(await activity('?days=1')).toEqual([{ date: '2026-11-20', count: 1 }]);
});

test('a revised note counts once, on its day, and a forgotten one not at all', async () => {
  const { clock, client, activity } = await vault();
  const kept = await save(client, { project: 'p' });
  const gone = await save(client, { project: 'p' });
  clock.advance(DAY);
  await client.call('PATCH', `/api/v1/observations/${kept}`, { payload: { title: 'again' } });
  await client.call('PATCH', `/api/v1/observations/${gone}`, { payload: { title: 'again' } });
  await client.call('DELETE', `/api/v1/observations/${gone}`, { headers: ADMIN });
  const once = [{ date: '2026-11-20', count: 1 }];
  expect(await activity('?project=p')).toEqual(once);
  expect(await activity()).toEqual(once);
});

test.each(['days=0', 'days=1001', 'days=x', 'project='])('%s is refused', async (query) => {
  const { client } = await vault();
  const refused = await client.call('GET', `${ACTIVITY}?${query}`);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});
