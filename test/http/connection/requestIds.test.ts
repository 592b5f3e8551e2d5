import { expect, test } from 'vitest';
import { answers } from '../../support/answers.js';
import { sharedClient } from '../../support/sharedClient.js';

const vault = sharedClient();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('every answer carries an X-Request-Id of its own', async () => {
  const ids = (await answers(vault())).map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['a', 'req-1', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', 'x'.repeat(128)])(
  "the caller's X-Request-Id is kept: %s",
  async (id) => {
    for (const answer of await answers(vault(), { 'x-request-id': id })) {
      expect(answer.headers['x-request-id']).toBe(id);
      if (answer.statusCode >= 400) expect(answer.json().request_id).toBe(id);
    }
  },
);

test.each(['', 'two words', '<script>', 'x'.repeat(129), 'caf\u00e9'])(
  'an unsuitable X-Request-Id is replaced: %j',
  async (id) => {
    const answer = await vault().call('GET', '/healthz', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(UUID);
  },
);
