import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendTo } from '../../src/connect/fetchService.js';
import { CHALLENGE_HEADER, callerOf, newSecret, proofOf } from '../../src/connect/proof.js';
import { INSTANCE_HEADER } from '../../src/connect/serviceFile.js';
import { LoginNeeded, vaultAt } from '../../src/hook/vaultCall.js';
import { testApp } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';

const SECRET = newSecret();
const NOTE = 'the-private-note';

const fileOf = (port: number, secret = SECRET) => ({
  url: `http://127.0.0.1:${port}`,
  pid: 1,
  version: '1.0.0',
  secret,
  started_at: '2026-11-20T09:30:00Z',
});

const service = async () => testServer(await testApp(), { instance: 'x', secret: SECRET });

/** Both ways in which programs call the service at a port: each gives the status of an answer. */
function callsOf(port: number) {
  const own = fileOf(port);
  const send = sendTo({ own });
  const call = vaultAt(own.url, { secret: SECRET, token: 'the-token' });
  const body = { title: NOTE, content: NOTE, type: 'learning' };
  const path = '/api/v1/observations';
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer the-token' };
  return {
    verbs: async () =>
      (await send(new Request(own.url + path, { method: 'POST', body: text, headers }))).status,
    hooks: async () =>
      call({ method: 'POST', path, body, timeoutMs: 30_000 }).then(
        ({ status }) => status,
        (error) => {
          if (error instanceof LoginNeeded) return 401;
          throw error;
        },
      ),
  };
}

/** All that a program on some port has been sent, where it answers with `answer`. */
async function impostor(answer: (asked: string, socket: Socket) => void, at = 0) {
  const sockets = new Set<Socket>();
  let text = '';
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        text += chunk;
        answer(String(chunk), socket);
      });
  }).listen(at, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, received: () => text };
}

const OK = '{"status":"ok"}';
const answerOf = (headers: Readonly<Record<string, string>>) =>
  [
    'HTTP/1.1 200 OK',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${OK.length}`,
    '',
    OK,
  ].join('\r\n');

const challengeIn = (asked: string) =>
  new RegExp(`${CHALLENGE_HEADER}: (\\S+)`, 'i').exec(asked)?.[1] ?? '';

const IMPOSTORS: [string, (asked: string) => string][] = [
  ['repeats the public instance', () => answerOf({ [INSTANCE_HEADER]: 'x' })],
  ['gives the challenge back', (asked) => answerOf({ 'x-vault-proof': challengeIn(asked) })],
  [
    'gives the header of the caller back',
    (asked) => answerOf({ 'x-vault-proof': callerOf(SECRET, challengeIn(asked)) }),
  ],
  [
    'has seen a proof for another challenge',
    () => answerOf({ 'x-vault-proof': proofOf(SECRET, 'an earlier challenge') }),
  ],
  [
    'knows another secret',
    (asked) => answerOf({ 'x-vault-proof': proofOf(newSecret(), challengeIn(asked)) }),
  ],
  [
    'leads elsewhere',
    () => 'HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
  ],
  ['echoes what it is sent', (asked) => asked],
  ['answers twice at once', () => answerOf({}).repeat(2)],
  ['speaks no HTTP', () => 'SSH-2.0-x\r\n\r\n'],
  ['says too much', () => 'x'.repeat(100_000)],
];

test.each(IMPOSTORS)('a program that %s gets no note and no credential', async (_, answer) => {
  const { port, received } = await impostor((asked, socket) => void socket.write(answer(asked)));
  const { verbs, hooks } = callsOf(port);
  await expect(verbs()).rejects.toThrow();
  await expect(hooks()).rejects.toThrow();
  expect(received()).toContain(CHALLENGE_HEADER);
  expect(received()).not.toMatch(/the-token|the-private-note/);
  expect(received()).not.toContain(SECRET);
  expect(received()).not.toContain(callerOf(SECRET));
});

test('a service proves itself on each connection, and whoever takes its port later gets nothing', async () => {
  const server = await service();
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
  const { verbs, hooks } = callsOf(port);
  // The token is no credential of this vault, which shows that it has arrived.
  expect([await verbs(), await hooks(), await verbs()]).toEqual([401, 401, 401]);
  server.server.closeAllConnections();
  await server.close();
  const { received } = await impostor((_asked, socket) => {
    socket.write(answerOf({ [INSTANCE_HEADER]: 'x' }));
  }, port);
  await expect(verbs()).rejects.toThrow();
  await expect(hooks()).rejects.toThrow();
  expect(received()).not.toMatch(/the-token|the-private-note/);
});

test('the secret itself, and what opens other routes, is in no challenge and in no answer', async () => {
  const seen: string[] = [];
  const app = await testServer(await testApp(), { instance: 'x', secret: SECRET });
  const target = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  /** Passes on all that it gets, and writes it down. */
  const relay: RequestListener = (asked, answer) => {
    seen.push(JSON.stringify(asked.headers));
    const { method, url, headers } = asked;
    asked.pipe(
      request({ port: target, method, path: url, headers }, (given) => {
        seen.push(JSON.stringify(given.headers));
        answer.writeHead(given.statusCode ?? 0, given.headers);
        given.pipe(answer);
      }),
    );
  };
  const server = createServer(relay).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const asked = { headers: { [CHALLENGE_HEADER]: 'nonce' } };
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, asked);
  expect(answer.headers.get('x-vault-proof')).toBe(proofOf(SECRET, 'nonce'));
  await callsOf(port).verbs();
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.join()).not.toContain(SECRET);
});

test('only the health of a service is answered with a proof, and only where a challenge is given', async () => {
  const server = await testServer(await testApp(), { instance: 'x', secret: SECRET });
  const headers = { [CHALLENGE_HEADER]: 'nonce' };
  const proofAt = async (url: string, given = headers) =>
    (await server.inject({ url, headers: given })).headers['x-vault-proof'];
  expect(await proofAt('/healthz')).toBe(proofOf(SECRET, 'nonce'));
  expect(await proofAt('/vault-api/healthz')).toBe(proofOf(SECRET, 'nonce'));
  expect(await proofAt('/api/v1/status')).toBeUndefined();
  expect((await server.inject('/healthz')).headers).not.toHaveProperty('x-vault-proof');
});
