import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { testApp } from '../support/testApp.js';

test('a saved note comes back as it was stored', async () => {
  const client = await testClient(await testApp());
  const saved = await client.call('POST', '/api/v1/observations', {
    payload: { title: ' Hello ', content: 'world', type: 'decision', tags: ['a', 'b', 'a'] },
  });
  expect(saved.statusCode).toBe(200);
  expect(saved.headers['x-log-position']).toBe('1');
  const got = await client.call('GET', `/api/v1/observations/${saved.json().id.toLowerCase()}`);
  expect(got.json()).toEqual({
    id: saved.json().id,
    session_id: null,
    type: 'decision',
    title: 'Hello',
    content: 'world',
    tags: ['a', 'b'],
    created_at: '2026-11-20T09:30:00Z',
  });
});
