import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONNECTION_LIMITS } from '../../../src/http/connection/connectionLimits.js';
import { cutSlowClients } from '../../../src/http/connection/slowClients.js';
import { listening, readAnswers, request, untilClosed } from '../../support/listening.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

/** The limits of the service with times a hundred times shorter. */
const QUICK = {
  ...CONNECTION_LIMITS,
  headersTimeout: 200,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 20,
  pace: { slowest: 10_000, grace: 300, interval: 20 },
};
const JSON_TYPE = { 'Content-Type': 'application/json' };
const SAVE = 'POST /api/v1/observations';

const impatient = async (slowest = QUICK.pace.slowest) => {
  const app = await testApp();
  const connections = { ...QUICK, pace: { ...QUICK.pace, slowest } };
  return { app, ...(await listening(app, { connections })) };
};

test.each([
  ['says nothing', ''],
  ['stops within the request line', 'GET /hea'],
  ['stops within a header', 'GET /healthz HTTP/1.1\r\nHost: loc'],
])('a client that %s is cut off', async (_what, bytes) => {
  const { exchange } = await impatient();
  expect((await exchange(bytes)).map(({ status }) => status)).toEqual([400]);
});

test('a client that sends its head byte by byte is cut off', async () => {
  const { connect } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  while (!socket.destroyed && socket.writable) {
    socket.write('x');
    await sleep(5);
  }
  expect(readAnswers(await closed).map(({ status }) => status)).not.toContain(200);
});

test('a client that sends its body byte by byte is cut off, and nothing is saved', async () => {
  const { app, connect } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  socket.write(request(SAVE, { ...JSON_TYPE, 'Content-Length': '100000' }, ' '));
  while (!socket.destroyed) {
    socket.write(' ');
    await sleep(5);
  }
  expect(readAnswers(await closed)).toEqual([]);
  expect((await app.log.head()).position).toBe(0);
});

test('a client that sends its body at a modest pace is not cut off', async () => {
  const { app, connect } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  const body = JSON.stringify(note()).padEnd(60_000);
  socket.write(request(SAVE, { ...JSON_TYPE, 'Content-Length': '60000' }));
  // About three times as long as a silent client would get.
  for (let i = 0; i < 60; i++) {
    socket.write(body.slice(i * 1000, (i + 1) * 1000));
    await sleep(15);
  }
  expect(readAnswers(await closed).map(({ status }) => status)).toEqual([200]);
  expect((await app.log.head()).position).toBe(1);
});

test('a client that does not read its answers is cut off', async () => {
  const { server, connect } = await impatient();
  const socket = await connect();
  socket.pause();
  // A cut connection may appear as a reset.
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const sockets = new Promise<void>((resolve) => {
    server.server.once('request', (taken) => taken.socket.once('close', () => resolve()));
  });
  // Some megabytes, more than the buffers of both kernels.
  for (let i = 0; i < 400; i++) {
    socket.write(request('GET /openapi.json', { Connection: 'keep-alive' }));
  }
  await sockets;
  socket.resume();
  await ended;
});

test('of a closed connection, no check goes on, also not of answers that waited behind others', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  cutSlowClients(server, QUICK.pace);
  let requests = 0;
  const ended = new Promise<void>((resolve) => {
    server.on('request', ({ socket }) => {
      requests += 1;
      if (requests < 3) return;
      socket.once('close', () => resolve());
      socket.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const before = vi.getTimerCount();
  // An HTTP server listens on a port, so its address is no path.
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.on('error', () => {}).write(request('GET /', { Connection: 'keep-alive' }).repeat(3));
  await ended;
  vi.advanceTimersByTime(2 * QUICK.pace.interval);
  expect(vi.getTimerCount()).toBe(before);
});

test('a client that waits for a slow service is not cut off', async () => {
  const { app, exchange } = await impatient();
  app.search = async () => {
    await sleep(1000);
    return { hits: [], reading: 'words' };
  };
  const [answer] = await exchange(request('GET /api/v1/search?q=x'));
  expect(answer).toMatchObject({ status: 200, body: '[]' });
});

test('a client is not cut off while the service is slow to read its body', async () => {
  const { app, exchange } = await impatient(10_000_000);
  const { execute } = app.executor;
  app.executor.execute = async (...args) => {
    await sleep(600);
    return execute(...args);
  };
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const lines = `${JSON.stringify(note({ content: 'x'.repeat(2000) }))}\n`.repeat(600);
  const [answer] = await exchange(request('POST /api/v1/observations/batch', headers, lines));
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ total: 600, stored: 600 });
});

test('a batch that is refused before all of it has arrived does not end the service', async () => {
  const { connect, exchange } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  const headers = { ...JSON_TYPE, 'Content-Length': '16000001' };
  socket.write(request('POST /api/v1/observations/batch', headers, `[${'1,'.repeat(8_000_000)}`));
  // It has too many items, or comes too late: whichever is seen first.
  expect([400, 413]).toContain(readAnswers(await closed)[0]?.status);
  // Longer than until the next look at the pace of clients.
  await sleep(5 * QUICK.pace.interval);
  expect(await exchange(request('GET /healthz'))).toMatchObject([{ status: 200 }]);
});

test('an idle connection is closed, and a used one is not', async () => {
  const { connect } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  for (let i = 0; i < 10; i++) {
    socket.write(request('GET /healthz', { Connection: 'keep-alive' }));
    await sleep(50);
  }
  const answers = readAnswers(await closed);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});
