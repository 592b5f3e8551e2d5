import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { HIVE_KEY } from '../../support/hub.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const HIVE = { VAULT_HIVE_URL: 'http://127.0.0.1:7999', VAULT_HIVE_KEY: HIVE_KEY };

test('without a hive the state is disabled, with a text that says how to change that', async () => {
  const client = await testClient(await testApp());
  expect((await client.call('GET', '/api/v1/hive/status')).json()).toEqual({
    state: 'disabled',
    reason: 'VAULT_HIVE_URL is not set',
    pending: 0,
    pushed_total: 0,
    refused: 0,
    last_pushed_at: null,
    consecutive_failures: 0,
    retry_at: null,
    last_error: null,
    lag_seconds: 0,
  });
});

test('the status counts the pending events, and the metrics show the same number', async () => {
  const app = await testApp(HIVE);
  const client = await testClient(app);
  await save(client);
  await save(client);
  const status = (await client.call('GET', '/api/v1/hive/status')).json();
  expect(status).toMatchObject({ pending: 2, pushed_total: 0 });
  const { body } = await client.call('GET', '/api/v1/metrics');
  expect(body).toContain('memory_vault_hive_pending 2\n');
  expect(body).toContain('memory_vault_hive_state{state="disabled"} 1\n');
  for (const name of ['pushed_total', 'refused', 'lag_seconds', 'consecutive_failures']) {
    expect(body).toMatch(new RegExp(`^memory_vault_hive_${name} \\d`, 'm'));
  }
});

test('the hive never makes the service unready', async () => {
  const app = await testApp(HIVE);
  const client = await testClient(app);
  app.hive.start();
  const ready = await client.call('GET', '/readyz');
  expect(ready.json()).toMatchObject({ status: 'ready', checks: { hive: 'idle' } });
});

test('only the owner may pause and resume, and each request is recorded', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (const what of ['resume', 'pause', 'pause', 'resume']) {
    const path = `/admin/hive/projects/a%2Fb/${what}`;
    expect((await client.call('POST', path)).statusCode).toBe(401);
    const answer = await client.call('POST', path, { headers: ADMIN });
    const hive = what === 'pause' ? 'paused' : 'active';
    expect(answer.json()).toEqual({ project: 'a/b', hive });
  }
  const events = await app.log.readAfter(0, 10);
  expect(events).toMatchObject(
    ['resumed', 'paused', 'paused', 'resumed'].map((what) => ({
      type: `hive.project_${what}`,
      data: { project: 'a/b' },
      meta: { actor: 'admin' },
    })),
  );
  // Envelopes are never erased, so they must not contain a name.
  expect(events[0]?.stream).toMatch(/^hive\/[0-9a-f]{32}$/);
});
