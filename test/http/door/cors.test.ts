import { expect, test } from 'vitest';
import { answers } from '../../support/answers.js';
import { testClient } from '../../support/client.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const OBSERVATIONS = '/api/v1/observations';

test.each([
  [{}, 'http://localhost:5173'],
  [{ VAULT_CORS_ORIGIN: 'https://vault.example' }, 'https://vault.example'],
])('every answer names the allowed origin, for any caller: %j', async (env, origin) => {
  const client = await testClient(await testApp(env));
  for (const asking of [undefined, { origin }, { origin: 'https://elsewhere.example' }]) {
    for (const answer of await answers(client, asking)) {
      expect(answer.headers['access-control-allow-origin'], `${answer.statusCode}`).toBe(origin);
    }
  }
});

test.each([OBSERVATIONS, '/api/v1/sdd/p', '/vault-api/api/v1/prompts', '/nowhere'])(
  'a preflight of %s is answered 204',
  async (url) => {
    const client = vault();
    const preflight = await client.call('OPTIONS', url, {
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,x-admin-key,idempotency-key',
      },
    });
    expect(preflight).toMatchObject({ statusCode: 204, body: '' });
    expect(preflight.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    const methods = String(preflight.headers['access-control-allow-methods']);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) expect(methods).toContain(method);
    const headers = String(preflight.headers['access-control-allow-headers']).toLowerCase();
    for (const header of ['content-type', 'x-admin-key', 'idempotency-key']) {
      expect(headers).toContain(header);
    }
  },
);

test('a page of the allowed origin may read the headers of the service', async () => {
  const client = vault();
  const answer = await client.call('GET', '/healthz');
  const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase();
  for (const header of ['link', 'retry-after', 'x-log-position', 'x-request-id', 'x-hive']) {
    expect(exposed).toContain(header);
  }
  for (const part of ['limit', 'remaining', 'reset']) {
    expect(exposed.split(', ')).toContain(`ratelimit-${part}`);
    expect(exposed.split(', ')).toContain(`x-ratelimit-${part}`);
  }
});
