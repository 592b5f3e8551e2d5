import { expect, test } from 'vitest';
import { listed, note } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';

const vault = sharedClient();

const PATHS = [
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/api/v1/status',
  '/api/v1/stats',
  '/api/v1/context/p?limit=1',
];

test.each(PATHS)('%s is also served under /vault-api', async (path) => {
  const client = vault();
  const plain = await client.call('GET', path);
  const prefixed = await client.call('GET', `/vault-api${path}`);
  expect(prefixed.statusCode).toBe(200);
  expect(prefixed.json()).toEqual(plain.json());
});

test('writes work under the prefix, too', async () => {
  const client = vault();
  const payload = note({ project: 'p' });
  const { id } = (await client.call('POST', '/vault-api/api/v1/observations', { payload })).json();
  expect(await listed(client, '/api/v1/context/p')).toEqual([id]);
  const refused = await client.call('POST', '/vault-api/healthz');
  expect(refused.json()).toMatchObject({ status: 405 });
  expect(refused.headers.allow).toContain('GET');
});

const NOT_THE_PREFIX = [
  '/vault-apixyz',
  '/vault-apihealthz',
  '/vault-apixyz/healthz',
  '/vault-api%2Fhealthz',
  '/VAULT-API/healthz',
  '/x/vault-api/healthz',
  '/vault-api/vault-api/healthz',
];

test.each(NOT_THE_PREFIX)('%s is not found', async (url) => {
  const client = vault();
  expect((await client.call('GET', url)).json()).toMatchObject({ status: 404, code: 'not_found' });
});

test.each(['/vault-api', '/vault-api/', '/vault-api?x=/healthz'])(
  '%s is the start page, which everybody may see',
  async (url) => {
    const client = vault();
    const page = await client.call('GET', url);
    expect(page.body).toBe((await client.call('GET', '/')).body);
    expect(page.headers['content-type']).toContain('text/html');
  },
);
