import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

/** Unmistakable in raw bytes, and a secret to the filter wherever it stands. */
const SECRET = 'correct-horse-8f3a91-battery';
const text = (before: string) => `${before} password=${SECRET} <private>${SECRET}</private> after`;

test('no secret reaches any file of the data directory, by whichever door it came', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = (
    await client.call('POST', '/api/v1/sessions', {
      payload: { project: 'p', goal: text('goal') },
    })
  ).json();
  const note = { type: 'task', project: 'p', session_id: id };
  const save = { ...note, title: text('title'), content: text('content'), tags: [text('tag')] };
  const payloads = [
    { method: 'POST', url: '/api/v1/observations', payload: save },
    { method: 'POST', url: '/api/v1/observations', payload: { ...save, dry_run: true } },
    { method: 'POST', url: '/api/v1/observations/batch', payload: [{ ...save, force: true }] },
    { method: 'POST', url: '/api/v1/prompts', payload: { name: 'n', content: text('prompt') } },
    { method: 'PUT', url: '/api/v1/openspec/p', payload: { content: text('conventions') } },
    { method: 'PUT', url: `/api/v1/sessions/${id}`, payload: { summary: text('summary') } },
  ] as const;
  for (const { method, url, payload } of payloads) {
    // With a key, so that the request's fingerprint is kept too.
    const headers = {
      'x-admin-key': ADMIN_KEY,
      'idempotency-key': `key-${url}-${payloads.length}`,
    };
    const response = await client.call(method, url, {
      payload: payload as object, // Readonly here, but not to inject.
      headers:
        method === 'POST' && !('dry_run' in payload) ? headers : { 'x-admin-key': ADMIN_KEY },
    });
    expect([url, response.statusCode]).toEqual([url, 200]);
    expect(response.body).not.toContain(SECRET);
  }

  const { dataDir } = app.config;
  const files = readdirSync(dataDir);
  expect(files).toContain('log.db-wal');
  const held = (needle: string) =>
    files.filter((file) => readFileSync(join(dataDir, file)).includes(needle));
  expect(held('[REDACTED]')).toContain('log.db-wal');
  expect(held(SECRET)).toEqual([]);
  expect((await client.call('GET', '/api/v1/stats')).json().redactions_total).toBeGreaterThan(10);
});
