import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';

const STATUS = '/api/v1/status';

test('healthz reads neither the log nor the read models', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await app.readModels.close();
  await app.log.close();
  const headers = { 'x-min-position': '5' };
  for (const rest of [{}, { headers }]) {
    const health = await client.call('GET', '/healthz', rest);
    expect(health.statusCode).toBe(200);
    expect(health.json()).toEqual({ status: 'ok' });
  }
});

test('status reports version, uptime, tier and counts', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  await save(client);
  clock.advance(61_900);
  expect((await client.call('GET', STATUS)).json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptime_seconds: 61,
    tier: 'community',
    observations_total: 1,
  });
});

test('VAULT_TIER is only shown in status and restricts nothing', async () => {
  const client = await testClient(await testApp({ VAULT_TIER: 'teams' }));
  await save(client);
  expect((await client.call('GET', STATUS)).json().tier).toBe('teams');
});

test('readyz is ready when the log and the read models are ready', async () => {
  const client = await testClient(await testApp({}, { freeBytes: async () => 1e12 }));
  await save(client);
  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json()).toEqual({
    status: 'ready',
    checks: {
      log: 'ok',
      views: 'ok',
      hive: 'disabled',
      disk: 'ok',
      clock: 'ok',
      erasure: 'ok',
    },
    conditions: [],
  });
});

test('readyz reports which read model has stopped, while saves go on', async () => {
  const app = await testApp();
  const client = await testClient(app);
  (await app.readModels.latest()).db.exec('DROP TABLE observations_fts');
  await save(client);
  await save(client);
  const answer = await client.call('GET', '/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'not_ready', checks: { log: 'ok' } });
  expect(answer.json().checks.views).toContain('observations');
  expect(answer.headers).toHaveProperty('retry-after');
});

test('readyz reports that the log cannot be read', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await app.log.close();
  const answer = await client.call('GET', '/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'not_ready', checks: { views: 'ok' } });
  expect(answer.json().checks.log).not.toBe('ok');
});
