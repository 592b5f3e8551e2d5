import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { mountGuide } from '../../../src/http/answers/guide.js';
import { PAGE_CSP } from '../../../src/http/answers/page.js';
import { testClient } from '../../support/client.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp } from '../../support/testApp.js';

function served(): FastifyInstance {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'cluster'));
  writeFileSync(join(folder, 'index.html'), '<p>index</p>');
  writeFileSync(join(folder, 'agents.html'), '<p>agents</p>'.repeat(50));
  writeFileSync(join(folder, 'cluster', 'roles.html'), '<p>roles</p>');
  writeFileSync(join(folder, 'session.svg'), '<svg/>');
  writeFileSync(join(folder, 'guide-U2WZZU3M.css'), 'p{}');
  writeFileSync(join(folder, 'home.webp'), Buffer.from([0x52, 0x49, 0xff]));
  writeFileSync(join(folder, 'notes.txt'), 'no page');
  const server = Fastify();
  mountGuide(server, folder);
  return server;
}

test.each([
  ['/docs/guide', '<p>index</p>', 'text/html; charset=utf-8'],
  ['/docs/guide?from=here', '<p>index</p>', 'text/html; charset=utf-8'],
  ['/docs/guide/cluster/roles', '<p>roles</p>', 'text/html; charset=utf-8'],
  ['/docs/guide/session.svg', '<svg/>', 'image/svg+xml; charset=utf-8'],
  ['/docs/guide/guide-U2WZZU3M.css', 'p{}', 'text/css; charset=utf-8'],
])('%s is a page of the guide, under the policy of the page', async (url, body, type) => {
  const answer = await served().inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(body);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['content-security-policy']).toBe(PAGE_CSP);
});

test('a picture is sent as it is, and a text compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const server = served();
  const picture = await server.inject({ url: '/docs/guide/home.webp', headers });
  expect([...picture.rawPayload]).toEqual([0x52, 0x49, 0xff]);
  expect(picture.headers['content-type']).toBe('image/webp');
  expect(picture.headers['content-encoding']).toBeUndefined();
  const page = await server.inject({ url: '/docs/guide/agents', headers });
  expect(page.headers['content-encoding']).toBe('gzip');
  expect(page.rawPayload.length).toBeLessThan(100);
});

test.each([
  '/docs/guide/',
  '/docs/guide/index',
  '/docs/guide/agents.html',
  '/docs/guide/%61gents',
  '/docs/guide/notes.txt',
  '/docs/guide/cluster',
  '/docs/guide/../../package.json',
  '/docs/guide/..%2f..%2fpackage.json',
  '/docs/guide/constructor',
])('only exact paths lead to a page: %s does not', async (url) => {
  expect((await served().inject({ url })).statusCode).not.toBe(200);
});

test('browsers keep the style sheet for good, whose name has a hash, and nothing else', async () => {
  const server = served();
  const kept = async (url: string) => (await server.inject({ url })).headers['cache-control'];
  expect(await kept('/docs/guide/guide-U2WZZU3M.css')).toContain('immutable');
  expect(await kept('/docs/guide/agents')).toBeUndefined();
  expect(await kept('/docs/guide/home.webp')).toBeUndefined();
});

test('without a built guide there is no page, and the answer does not lead back to it', async () => {
  const folder = temporaryDirectory();
  const server = Fastify();
  mountGuide(server, folder);
  const missing = await server.inject('/docs/guide');
  expect(missing.statusCode).not.toBe(200);
  expect(missing.body).toContain('built without the guide');
  writeFileSync(join(folder, 'index.html'), '<p>index</p>');
  expect((await server.inject('/docs/guide')).statusCode).toBe(200);
});

test('a service shows its guide to everybody, and names it once in the metrics', async () => {
  const { server } = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  expect((await server.inject('/docs/guide')).statusCode).toBe(200);
  expect((await server.inject('/docs/guide/agents')).statusCode).toBe(200);
  const missing = await server.inject('/docs/guide/nothing');
  expect(missing.statusCode).toBe(404);
  expect(missing.json().code).toBe('not_found');
  const written = await server.inject({ method: 'POST', url: '/docs/guide/agents' });
  expect([written.statusCode, written.headers.allow]).toEqual([405, 'GET, HEAD']);
});

/** A page of the built guide, and what it leads to within the guide. */
async function pageAt(server: FastifyInstance, url: string) {
  const { statusCode, body } = await server.inject({ url });
  const links = [...body.matchAll(/(?:href|src|srcset)="([^"]*)"/g)].map(([, link = '']) => link);
  return {
    statusCode,
    anchors: new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)),
    links: links.filter((link) => /^(?:#|\/docs\/guide(?:$|[/#]))/.test(link)),
  };
}

test('every link of the built guide leads to a page, a picture or a heading of it', async () => {
  const server = Fastify();
  mountGuide(server);
  const seen = new Map([['/docs/guide', await pageAt(server, '/docs/guide')]]);
  const wrong: string[] = [];
  // A map goes on over what is added to it meanwhile.
  for (const [from, { links }] of seen) {
    for (const link of links) {
      const [path, anchor] = link.split('#');
      const to = path || from;
      const target = seen.get(to) ?? (await pageAt(server, to));
      seen.set(to, target);
      const isThere = target.statusCode === 200 && (!anchor || target.anchors.has(anchor));
      if (!isThere) wrong.push(`${from} leads to ${link}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});
