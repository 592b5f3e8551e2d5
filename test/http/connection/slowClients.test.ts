import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cutSlowClients } from '../../../src/http/connection/connectionLimits.js';
import { listening, readAnswers, request, untilClosed } from '../../support/listening.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { PATIENT } from '../../support/testServer.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const SAVE = 'POST /api/v1/observations';

/** 200 bytes in an interval; after 15 intervals without any, a client is cut off. */
const PACE = { slowest: 10_000, grace: 300, interval: 20 };

/** Intervals between looks at the pace of clients pass only when a test lets them. */
function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits without letting an interval pass, as `eventually` would. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

const pass = (intervals: number) => vi.advanceTimersByTime(intervals * PACE.interval);

/** A service that looks at the pace of its clients when a test lets an interval pass. */
async function paced({ slowest = PACE.slowest, maxWaiting = PATIENT.maxWaiting } = {}) {
  const app = await testApp();
  const connections = { ...PATIENT, maxWaiting, pace: { ...PACE, slowest } };
  const service = await listening(app, { connections });
  stopIntervals();
  const asked: Promise<IncomingMessage[]> = once(service.server.server, 'request');
  return { app, ...service, request: async () => (await asked)[0] ?? expect.fail('no request') };
}

test.each([
  ['says nothing', ''],
  ['stops within the request line', 'GET /hea'],
  ['stops within a header', 'GET /healthz HTTP/1.1\r\nHost: loc'],
])('a client that %s is cut off', async (_what, bytes) => {
  const { exchange } = await impatient();
  expect((await exchange(bytes)).map(({ status }) => status)).toEqual([400]);
});

/** A service that soon wants the head of a request, and soon ends a connection without one. */
async function impatient() {
  const soon = { headersTimeout: 200, keepAliveTimeout: 200, connectionsCheckingInterval: 20 };
  return listening(await testApp(), { connections: { ...PATIENT, ...soon } });
}

test('a client that sends its head byte by byte is cut off', async () => {
  const { connect } = await impatient();
  const socket = await connect();
  const closed = untilClosed(socket);
  while (!socket.destroyed && socket.writable) {
    socket.write('x');
    await nextTurn();
  }
  expect(readAnswers(await closed).map(({ status }) => status)).not.toContain(200);
});

test('a client that sends its body byte by byte is cut off, and nothing is saved', async () => {
  const { app, connect, ...service } = await paced();
  const socket = await connect();
  const closed = untilClosed(socket);
  socket.write(request(SAVE, { ...JSON_TYPE, 'Content-Length': '100000' }, ' '));
  const { socket: taken } = await service.request();
  for (let sent = taken.bytesRead + 1; !taken.destroyed; sent += 1) {
    socket.write(' ');
    await until(() => taken.bytesRead === sent);
    pass(1);
  }
  expect(readAnswers(await closed)).toEqual([]);
  expect((await app.log.head()).position).toBe(0);
});

test('a client that sends its body at a modest pace is not cut off', async () => {
  const { app, connect, ...service } = await paced();
  const socket = await connect();
  const closed = untilClosed(socket);
  const body = JSON.stringify(note()).padEnd(60_000);
  socket.write(request(SAVE, { ...JSON_TYPE, 'Content-Length': '60000' }));
  const { socket: taken } = await service.request();
  const head = taken.bytesRead;
  // Twelve times as long as a silent client would get.
  for (let sent = 1000; sent <= 60_000; sent += 1000) {
    socket.write(body.slice(sent - 1000, sent));
    await until(() => taken.bytesRead === head + sent);
    pass(3);
  }
  expect(readAnswers(await closed).map(({ status }) => status)).toEqual([200]);
  expect((await app.log.head()).position).toBe(1);
});

test('a client that does not read its answers is cut off', async () => {
  const { connect, ...service } = await paced({ maxWaiting: 400 });
  const socket = await connect();
  socket.pause();
  // A cut connection may appear as a reset.
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  // 40 megabytes, more than the buffers of both kernels.
  for (let i = 0; i < 400; i++) {
    socket.write(request('GET /openapi.json', { Connection: 'keep-alive' }));
  }
  const { socket: taken } = await service.request();
  while (!taken.destroyed) {
    pass(1);
    await sleep(5);
  }
  socket.resume();
  await ended;
});

test('of a closed connection, no check goes on, also not of answers that waited behind others', async () => {
  stopIntervals();
  const server = createServer();
  cutSlowClients(server, PACE);
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
  pass(2);
  expect(vi.getTimerCount()).toBe(before);
});

test('a client that waits for a slow service is not cut off', async () => {
  const { app, exchange } = await paced();
  const { began, goOn } = paused((held) => {
    app.search = () => held().then(() => ({ hits: [], reading: 'words' as const }));
  });
  const answered = exchange(request('GET /api/v1/search?q=x'));
  await began;
  pass(100);
  goOn();
  expect((await answered)[0]).toMatchObject({ status: 200, body: '[]' });
});

/** Work that waits where it is `held`, from when it began until it may go on. */
function paused(hold: (held: () => Promise<void>) => void) {
  let goOn = () => {};
  const goes = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const began = new Promise<void>((resolve) => {
    hold(() => {
      resolve();
      return goes;
    });
  });
  return { began, goOn };
}

test('a client is not cut off while the service is slow to read its body', async () => {
  const { app, exchange, ...service } = await paced({ slowest: 10_000_000 });
  const { prepare } = app.executor;
  const { began, goOn } = paused((held) => {
    app.executor.prepare = (...args) => held().then(() => prepare(...args));
  });
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const lines = `${JSON.stringify(note({ content: 'x'.repeat(2000) }))}\n`.repeat(600);
  const answered = exchange(request('POST /api/v1/observations/batch', headers, lines));
  const taken = await service.request();
  await began;
  await until(() => taken.readableLength > 0);
  pass(100);
  goOn();
  const [answer] = await answered;
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ total: 600, stored: 600 });
});

test('a batch that is refused before all of it has arrived does not end the service', async () => {
  const { connect, exchange } = await paced();
  const socket = await connect();
  const closed = untilClosed(socket);
  const headers = { ...JSON_TYPE, 'Content-Length': '16000001' };
  socket.write(
    request('POST /api/v1/observations/batch', headers, `{"rest":"${'x'.repeat(100_000)}`),
  );
  expect(readAnswers(await closed)[0]?.status).toBe(400);
  pass(5);
  expect(await exchange(request('GET /healthz'))).toMatchObject([{ status: 200 }]);
});

test('an idle connection is closed', async () => {
  const { server, connect } = await impatient();
  server.server.headersTimeout = PATIENT.headersTimeout;
  const socket = await connect();
  const closed = untilClosed(socket);
  socket.write(request('GET /healthz', { Connection: 'keep-alive' }));
  expect(readAnswers(await closed).map(({ status }) => status)).toEqual([200]);
});

test('a used connection is not closed: its time begins again with every answer', async () => {
  const { server, connect } = await listening(await testApp());
  const socket = await connect();
  const during: (number | undefined)[] = [];
  const after: (number | undefined)[] = [];
  server.server.on('request', (taken, response) => {
    during.push(taken.socket.timeout);
    response.once('close', () => after.push(taken.socket.timeout));
  });
  for (let i = 1; i <= 10; i++) {
    socket.write(request('GET /healthz', { Connection: 'keep-alive' }));
    await once(socket, 'data');
    await until(() => after.length === i);
  }
  expect(during.filter((ms) => ms !== undefined && ms > 0)).toEqual([]);
  for (const ms of after) expect(ms).toBeGreaterThanOrEqual(PATIENT.keepAliveTimeout);
});
