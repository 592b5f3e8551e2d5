import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/http/request/url.js';
import { testClient } from '../../support/client.js';
import { saveNote } from '../../support/saveNote.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

test('a percent sign that begins no escape stands for itself, also next to escapes', () => {
  expect({ ...parseQuery('q=50%+caf%C3%A9&limit=2&tag=%&tag=%zz%4') }).toEqual({
    q: '50% café',
    limit: '2',
    tag: ['%', '%zz%4'],
  });
  expect({ ...parseQuery('') }).toEqual({});
});

test('no parameter is left out, however many there are', () => {
  const many = Array.from({ length: 1500 }, (_, i) => `p${i}=1`).join('&');
  expect(Object.keys(parseQuery(many))).toHaveLength(1500);
});

const MISENCODED = [
  ['/api/v1/search?q=%FF', ['/q']],
  ['/api/v1/search?q=caf%E9', ['/q']],
  ['/api/v1/search?q=ok&project=%C3&tag=%ED%A0%80', ['/project', '/tag']],
  ['/api/v1/search?q=ok&%FF=1', ['/%FF']],
  ['/api/v1/context/checkout?limit=1&x=%C3%28', ['/x']],
  ['/vault-api/api/v1/search?q=100%+%FF', ['/q']],
] as const;

test.each(MISENCODED)(
  '%s is refused, and the answer names what is no UTF-8',
  async (url, paths) => {
    const client = vault();
    const answer = await client.call('GET', url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_parameter',
      errors: paths.map((path) => ({ path, message: 'must be percent-encoded UTF-8' })),
    });
  },
);

test('a path that is no UTF-8 is refused', async () => {
  const client = vault();
  const answer = await client.call('GET', '/api/v1/context/%FF');
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'invalid_parameter',
    detail: 'path: must be valid percent-encoded UTF-8',
  });
});

test('a search for a percent sign and a letter with an accent finds both', async () => {
  const app = await testApp();
  await saveNote(app, { title: 'café' });
  const client = await testClient(app);
  const answer = await client.call('GET', '/api/v1/search?q=50%+caf%C3%A9');
  expect(answer.json()).toMatchObject([{ title: 'café' }]);
});
