import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressedText } from '../../../src/http/answers/compressedText.js';

test('a text that could not be made is made by the next request, and then kept', async () => {
  let made = 0;
  const answer = compressedText(async () => {
    made += 1;
    if (made === 1) throw new Error('not yet');
    return `text ${made}`;
  });
  const server = fastify();
  server.get('/', answer);
  const failed = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(failed.statusCode).toBe(500);
  expect(failed.headers['content-encoding']).toBeUndefined();
  for (let i = 0; i < 2; i++) expect((await server.inject('/')).body).toBe('text 2');
});
