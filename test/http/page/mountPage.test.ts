import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountPage, PAGE_CSP, type PageFile, pageFiles } from '../../../src/http/answers/page.js';

const FILES: readonly PageFile[] = [
  {
    path: '/',
    contentType: 'text/html; charset=utf-8',
    isHashed: false,
    read: () => '<p>page</p>',
  },
  {
    path: '/assets/main-ABCDEFGH.js',
    contentType: 'text/javascript; charset=utf-8',
    isHashed: true,
    read: () => 'start();'.repeat(100),
  },
];

async function served(url: string, headers: Record<string, string> = {}) {
  const server = Fastify();
  mountPage(server, FILES);
  return server.inject({ url, headers });
}

test('the document is served under a policy that allows nothing from elsewhere', async () => {
  const answer = await served('/');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('<p>page</p>');
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toBe(PAGE_CSP);
  expect(PAGE_CSP).not.toMatch(/unsafe|\*|https?:/);
  expect(answer.headers['cache-control']).toBeUndefined();
});

test('a file whose name holds its hash may be kept for good, and is compressed', async () => {
  const answer = await served('/assets/main-ABCDEFGH.js', { 'accept-encoding': 'gzip' });
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.rawPayload.length).toBeLessThan(100);
});

test('that a file cannot be read, as after an upgrade, is kept by no browser', async () => {
  const server = Fastify();
  const read = () => {
    throw new Error('gone');
  };
  mountPage(
    server,
    FILES.map((file) => ({ ...file, read })),
  );
  for (const { path } of FILES) {
    const answer = await server.inject({ url: path });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['cache-control']).toBeUndefined();
    expect(answer.headers['content-type']).toMatch('application/json');
  }
});

test.each(['/assets/', '/assets/other.js', '/assets/../index.html', '/index.html', '//'])(
  'only exact paths lead to a file: %s does not',
  async (path) => {
    expect((await served(path)).statusCode).toBe(404);
  },
);

test('the built page is found: the document names only files that are served', () => {
  const files = pageFiles();
  const document = files.find(({ path }) => path === '/')?.read() ?? '';
  const named = [...document.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => path);
  // The style sheet and the script.
  expect(named.length).toBeGreaterThanOrEqual(2);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(named));
});

test('without a built page there are no files', () => {
  expect(pageFiles('/nowhere/')).toEqual([]);
});
