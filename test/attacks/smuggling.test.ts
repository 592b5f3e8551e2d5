import { beforeAll, expect, test } from 'vitest';
import { type Listening, listening, listeningOn, request } from '../support/listening.js';
import { sharedClient } from '../support/sharedClient.js';
import { testApp } from '../support/testApp.js';

const vault = sharedClient();
let exchange: Listening['exchange'];
beforeAll(async () => {
  ({ exchange } = await listeningOn(vault().server));
});

const SAVE = JSON.stringify({ title: 'smuggled', content: 'x', type: 'task' });
const JSON_TYPE = 'Content-Type: application/json\r\n';
const POST = `POST /api/v1/observations HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const hidden = `${POST}Content-Length: ${SAVE.length}\r\n\r\n${SAVE}`;

/** Requests whose end two parsers could see in different places. */
const AMBIGUOUS: Record<string, string> = {
  'a length and chunks': `${POST}Content-Length: 6\r\n${CHUNKED}\r\n0\r\n\r\n${hidden}`,
  'chunks and a length': `${POST}${CHUNKED}Content-Length: 6\r\n\r\n0\r\n\r\n${hidden}`,
  'two lengths': `${POST}Content-Length: 2\r\nContent-Length: ${SAVE.length}\r\n\r\n${SAVE}`,
  'the same length twice': `${POST}Content-Length: ${SAVE.length}\r\nContent-Length: ${SAVE.length}\r\n\r\n${SAVE}`,
  'a list of lengths': `${POST}Content-Length: ${SAVE.length}, ${SAVE.length}\r\n\r\n${SAVE}`,
  'a length with a sign': `${POST}Content-Length: +${SAVE.length}\r\n\r\n${SAVE}`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n${SAVE}`,
  'a length in hex': `${POST}Content-Length: 0x10\r\n\r\n${SAVE}`,
  'a space before the colon': `${POST}Content-Length : ${SAVE.length}\r\n\r\n${SAVE}`,
  'a folded header': `${POST}X: 1\r\n Content-Length: 5\r\nContent-Length: ${SAVE.length}\r\n\r\n${SAVE}`,
  'an encoding nobody knows': `${POST}Transfer-Encoding: xchunked\r\n\r\n${chunk(SAVE)}0\r\n\r\n`,
  'chunked not last': `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n${chunk(SAVE)}0\r\n\r\n`,
  'two encodings': `${POST}${CHUNKED}Transfer-Encoding: identity\r\n\r\n${chunk(SAVE)}0\r\n\r\n`,
  'a tab in the encoding': `${POST}Transfer-Encoding:\tchun\tked\r\n\r\n${chunk(SAVE)}0\r\n\r\n`,
  'a chunk that is no number': `${POST}${CHUNKED}\r\nzz\r\n${SAVE}\r\n0\r\n\r\n`,
  'a chunk larger than any': `${POST}${CHUNKED}\r\nffffffffffffffff0\r\n${SAVE}\r\n0\r\n\r\n`,
  'a chunk longer than it says': `${POST}${CHUNKED}\r\n2\r\n${SAVE}\r\n0\r\n\r\n`,
  'lines that end in LF alone': `${POST}Content-Length: ${SAVE.length}\r\n\r\n${SAVE}`.replaceAll(
    '\r\n',
    '\n',
  ),
  'a CR within a header': `${POST}X: a\rContent-Length: 5\r\nContent-Length: ${SAVE.length}\r\n\r\n${SAVE}`,
  'a NUL within a header': `${POST}X: a\0b\r\nContent-Length: ${SAVE.length}\r\n\r\n${SAVE}`,
  'chunks in HTTP/1.0': `${POST.replace('1.1', '1.0')}${CHUNKED}\r\n${chunk(SAVE)}0\r\n\r\n${hidden}`,
};

test.each(Object.entries(AMBIGUOUS))(
  '%s: refused, and the connection ends',
  async (_what, bytes) => {
    const { app } = vault();
    const answers = await exchange(bytes);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect((await app.log.head()).position).toBe(0);
  },
);

test('without Content-Length or chunks there is no body, and the bytes after the head are no request', async () => {
  const { app } = vault();
  const answers = await exchange(`${POST}\r\n${SAVE}`);
  expect(answers.map(({ body }) => JSON.parse(body).detail)).toEqual(['body: is required']);
  expect((await app.log.head()).position).toBe(0);
});

test('garbage after a request does not replace the answer to it', async () => {
  const app = await testApp();
  const { exchange } = await listening(app);
  const answers = await exchange(`${hidden}GARBAGE\r\n\r\n${hidden}`);
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect((await app.log.head()).position).toBe(1);
});

test('pipelined requests are answered in order, each with its own answer', async () => {
  const app = await testApp();
  const { exchange } = await listening(app);
  const keep = { Connection: 'keep-alive' };
  const answers = await exchange(
    request('GET /healthz', keep) +
      hidden +
      request('GET /nowhere', { ...keep, Host: 'evil.example' }) +
      hidden.replace('localhost', 'evil.example') +
      request('GET /api/v1/status'),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 200]);
  expect((await app.log.head()).position).toBe(1);
});

test.each([
  ['none', ''],
  ['two', 'Host: localhost\r\nHost: localhost\r\n'],
  ['two that differ', 'Host: localhost\r\nhOST: evil.example\r\n'],
  ['an empty one', 'Host: \r\n'],
  ['a list', 'Host: localhost, localhost\r\n'],
])('a request with %s as its host is refused', async (_what, hosts) => {
  const [answer] = await exchange(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: 403, code: 'forbidden_host' });
});

test('HTTP/1.0 and older requests with a Host are answered, and the connection ends', async () => {
  const named = await exchange('GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n');
  expect(named.map(({ status }) => status)).toEqual([200]);
  for (const nameless of ['GET /healthz HTTP/1.0\r\n\r\n', 'GET /healthz\r\n\r\n']) {
    expect((await exchange(nameless)).map(({ status }) => status)).toEqual([403]);
  }
});

test.each([
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/3.0', 'GET /healthz HTTP/3.0\r\nHost: localhost\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['an unknown method', request('BREW /healthz')],
])('%s is refused with a problem body', async (_what, bytes) => {
  const [answer] = await exchange(bytes);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: 400, code: 'invalid_payload' });
});

test.each(['GET', 'POST'])(
  '%s with an Upgrade header is answered as a normal request',
  async (method) => {
    const headers = { Connection: 'Upgrade, close', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' };
    const [answer] = await exchange(request(`${method} /healthz`, headers));
    expect(answer?.status).toBe(method === 'GET' ? 200 : 405);
  },
);

test('CONNECT gets no tunnel, and an unknown Expect header is ignored', async () => {
  expect(await exchange('CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toEqual(
    [],
  );
  const [odd] = await exchange(request('GET /healthz', { Expect: 'a-miracle' }));
  expect(odd?.status).toBe(200);
});
