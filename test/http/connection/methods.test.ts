import { expect, test } from 'vitest';
import { sharedClient } from '../../support/sharedClient.js';

const vault = sharedClient();

test.each([
  '/index.html',
  '/api',
  '/api/v1',
  '/api/v2/status',
  '/api/v1/status/',
  '/API/V1/STATUS',
  '/favicon.ico',
])('%s is not found', async (url) => {
  const client = vault();
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const refused = await client.call(method, url);
    expect(refused.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect(refused.headers).not.toHaveProperty('allow');
  }
});

const METHODS: readonly [string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string[]][] = [
  ['/healthz', 'POST', ['GET', 'HEAD']],
  ['/openapi.json', 'PUT', ['GET', 'HEAD']],
  ['/auth/redeem', 'GET', ['POST']],
  ['/api/v1/observations', 'PUT', ['GET', 'HEAD', 'POST']],
  ['/api/v1/search', 'POST', ['GET', 'HEAD']],
  ['/api/v1/context/a%2Fb', 'DELETE', ['GET', 'HEAD']],
  ['/api/v1/sessions/all', 'POST', ['GET', 'HEAD']],
  ['/api/v1/prompts', 'PATCH', ['GET', 'HEAD', 'POST']],
  ['/api/v1/sdd/p', 'POST', ['GET', 'HEAD', 'PUT']],
];

test.each(METHODS)(
  '%s does not allow %s and lists the allowed methods',
  async (url, method, allowed) => {
    const client = vault();
    const refused = await client.call(method, url);
    expect(refused.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
    const allow = String(refused.headers.allow).split(', ');
    expect(allow).toEqual(expect.arrayContaining(allowed));
    expect(new Set(allow).size).toBe(allow.length);
    expect(allow).not.toContain(method);
  },
);

test('HEAD answers as GET does, without a body', async () => {
  const client = vault();
  const get = await client.call('GET', '/api/v1/status');
  const head = await client.call('HEAD', '/api/v1/status');
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});
