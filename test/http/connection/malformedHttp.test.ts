import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_LIMITS } from '../../../src/http/connection/connectionLimits.js';
import { listening, readAnswers, request } from '../../support/listening.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

/** Sends bytes to a listening server and returns all received bytes. */
async function exchange(bytes: string): Promise<{ head: string; body: string }> {
  const server = await testServer(await testApp());
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(bytes);
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}

const LONG = `GET /api/v1/search?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test.each([
  ['a head that is too large', LONG, 413, 'payload_too_large'],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_payload'],
])('%s is refused with a problem body', async (_what, bytes, status, code) => {
  const { head, body } = await exchange(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ type: 'about:blank', status, code, error: problem.detail });
  expect(head).toContain(`X-Request-Id: ${problem.request_id}`);
  expect(head).toContain('Access-Control-Allow-Origin: http://localhost:5173');
});

/** A service that soon loses its patience, and its clients, which never close their side of a connection. */
async function patientClients(linger = 100) {
  const app = await testApp();
  const { server, port } = await listening(app, {
    connections: {
      ...CONNECTION_LIMITS,
      headersTimeout: 200,
      connectionsCheckingInterval: 20,
      linger,
    },
  });
  return {
    app,
    count: () => promisify(server.server.getConnections.bind(server.server))(),
    closed: new Promise((resolve) =>
      server.server.on('connection', (socket) => socket.once('close', resolve)),
    ),
    async connect(): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      // A reset ends the connection, too.
      socket.on('error', () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** What arrives until the service ends its side. */
async function received(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  return Buffer.concat(chunks);
}

const KEEP = { Connection: 'keep-alive' };
const BAD_CHUNK = request('POST /api/v1/observations', {
  'Content-Type': 'application/json',
  'Transfer-Encoding': 'chunked',
  ...KEEP,
});

test.each([
  ['says nothing', '', [400]],
  ['stops within a head', 'GET /healthz HTTP/1.1\r\nHost: loc', [400]],
  ['stops within its second head', `${request('GET /healthz', KEEP)}GET /he`, [200, 400]],
  ['sends what is no HTTP', 'HELLO\r\n\r\n', [400]],
  ['sends what is no HTTP after a request', `${request('GET /healthz', KEEP)}HELLO\r\n\r\n`, [200]],
  ['sends a head that is too large', LONG, [413]],
  ['sends a chunk without a length', `${BAD_CHUNK}x\r\n`, [400]],
])(
  'a client that %s and never closes is answered and then cut off',
  async (_what, bytes, statuses) => {
    const { connect, closed, count } = await patientClients();
    const socket = await connect();
    socket.write(bytes);
    const answers = readAnswers(await received(socket));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    await closed;
    expect(await count()).toBe(0);
  },
);

test('what arrives after a head was refused is not done', async () => {
  const { app, connect, closed } = await patientClients(300);
  const socket = await connect();
  const save = request(
    'POST /api/v1/observations',
    { 'Content-Type': 'application/json' },
    JSON.stringify(note()),
  );
  socket.write(save.slice(0, 40));
  const answers = readAnswers(await received(socket));
  expect(answers.map(({ status }) => status)).toEqual([400]);
  socket.write(save.slice(40));
  socket.write(save);
  await closed;
  expect((await app.log.head()).position).toBe(0);
});

test('a client that still sends when it is refused gets its answer', async () => {
  const { connect } = await patientClients(10_000);
  const socket = await connect();
  const all = received(socket);
  for (let i = 0; i < 64; i++) {
    socket.write('x'.repeat(65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise<void>((resolve) => socket.end(resolve));
  expect(readAnswers(await all).map(({ status }) => status)).toEqual([400]);
  expect(socket.errored).toBe(null);
});
