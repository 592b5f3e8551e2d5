import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { testApp } from '../support/testApp.js';

test('a save is acknowledged though the read models cannot be written, and they catch up', async () => {
  const errors: unknown[] = [];
  const app = await testApp({}, { onError: (error) => errors.push(error) });
  const client = await testClient(app);
  const { db } = await app.readModels.latest();
  const used = db.pragma('page_count', { simple: true });
  db.pragma(`max_page_count = ${used}`);

  const saved = await client.call('POST', '/api/v1/observations', {
    payload: { title: 'big', content: 'word '.repeat(20_000), type: 'task', project: 'p' },
  });
  expect(saved.statusCode).toBe(200);
  // Each second it is tried again, and each failure is reported.
  expect(errors).not.toEqual([]);
  expect((await client.call('GET', '/readyz')).json().checks.views).toContain('1 events behind');
  expect((await client.call('GET', '/api/v1/context/p')).json()).toEqual([]);

  db.pragma('max_page_count = 1000000');
  const headers = { 'x-min-position': '1' };
  for (let tries = 0; tries < 50; tries++) {
    if ((await client.call('GET', '/api/v1/context/p', { headers })).statusCode === 200) break;
    await sleep(100);
  }
  expect((await client.call('GET', '/api/v1/context/p')).json()).toHaveLength(1);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
});
