import { once } from 'node:events';
import { Server } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { boundConnections } from '../../../src/http/connection/connectionLimits.js';
import { eventually } from '../../support/eventually.js';
import { listening, readAnswers, request, untilClosed } from '../../support/listening.js';
import { testApp } from '../../support/testApp.js';
import { PATIENT } from '../../support/testServer.js';

/** A service for three connections at a time. */
async function full() {
  const app = await testApp();
  const service = await listening(app, {
    connections: { ...PATIENT, maxConnections: 3 },
  });
  return {
    app,
    ...service,
    /** A connection that was used and is open. */
    async used(line = 'GET /healthz'): Promise<Socket> {
      const socket = await service.connect();
      socket.write(request(line, { Connection: 'keep-alive' }));
      await once(socket, 'data');
      return socket;
    },
  };
}

/** The statuses of the answers to a last request on a connection; none when it was closed. */
async function ask(socket: Socket): Promise<readonly number[]> {
  const closed = untilClosed(socket);
  if (!socket.destroyed) socket.write(request('GET /healthz'));
  return readAnswers(await closed).map(({ status }) => status);
}

const isClosed = async (socket: Socket) => (await untilClosed(socket)).length === 0;

test('when all connections are taken, the one that was silent for longest makes room', async () => {
  const { connect, exchange } = await full();
  const silent = [await connect(), await connect(), await connect()] as const;
  const first = isClosed(silent[0]);
  expect(await exchange(request('GET /healthz'))).toMatchObject([{ status: 200 }]);
  expect(await first).toBe(true);
  expect(await ask(silent[1])).toEqual([200]);
  expect(await ask(silent[2])).toEqual([200]);
});

test('silent clients do not displace one that has used its connection', async () => {
  const { connect, used } = await full();
  const user = await used();
  const silent: Socket[] = [];
  for (let i = 0; i < 10; i++) silent.push(await connect());
  expect(await Promise.all(silent.slice(0, -2).map(isClosed))).toEqual(Array(8).fill(true));
  expect(await ask(user)).toEqual([200]);
});

test('a refused request does not count as use', async () => {
  const { connect, used } = await full();
  const refused = await used('GET /nowhere');
  const user = await used();
  await connect();
  const closed = isClosed(refused);
  expect(await ask(await connect())).toEqual([200]);
  expect(await closed).toBe(true);
  expect(await ask(user)).toEqual([200]);
});

const SLOW_BODY = request('POST /api/v1/observations', {
  'Content-Type': 'application/json',
  'Content-Length': '9',
});

test.each([
  ['half a head', 'GET /healthz HTTP/1.1\r\nHost: loc'],
  ['a body that does not come', SLOW_BODY],
])('a client with %s makes room', async (_what, bytes) => {
  const { server, connect } = await full();
  const slow = [await connect(), await connect(), await connect()] as const;
  let requests = 0;
  server.server.on('request', () => {
    requests += 1;
  });
  for (const socket of slow) socket.write(bytes);
  const due = bytes.startsWith('POST') ? 3 : 0;
  await eventually('their requests have come', () => expect(requests).toBe(due));
  const first = isClosed(slow[0]);
  expect(await ask(await connect())).toEqual([200]);
  expect(await first).toBe(true);
});

test('a connection for which the service is at work is never closed for another', async () => {
  const { app, connect } = await full();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let searches = 0;
  const allSearch = new Promise<void>((resolve) => {
    app.search = async () => {
      searches += 1;
      if (searches === 3) resolve();
      await answered;
      return { hits: [], reading: 'words' };
    };
  });
  const busy = [await connect(), await connect(), await connect()];
  const answers = busy.map(untilClosed);
  for (const socket of busy) socket.write(request('GET /api/v1/search?q=x'));
  await allSearch;
  expect(await isClosed(await connect())).toBe(true);
  answer();
  for (const bytes of await Promise.all(answers)) {
    expect(readAnswers(bytes)).toMatchObject([{ status: 200 }]);
  }
});

/** Opens a connection from each address in turn, with at most two per address; gives those that are still open. */
function openAfter(addresses: readonly string[], proxies: readonly string[] = []): string[] {
  const server = new Server();
  boundConnections(server, { maxConnections: 100, maxPerAddress: 2 }, proxies);
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  });
  return addresses.filter((_, i) => !sockets[i]?.destroyed);
}

test('an address with more connections than it may have loses the one that was silent for longest', () => {
  const [a, b] = ['198.51.100.7', '203.0.113.9'];
  expect(openAfter([a, b, a, a, b, a])).toEqual([b, a, b, a]);
});

test('an IPv6 network counts as one address, and so does IPv4 in either form', () => {
  const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::7', '2001:db8:1:2::9'];
  expect(openAfter([...network, '2001:db8:1:3::1'])).toEqual([
    ...network.slice(1),
    '2001:db8:1:3::1',
  ]);
  const mapped = ['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.7'];
  expect(openAfter(mapped)).toEqual(mapped.slice(1));
});

test.each([
  ['127.0.0.1', []],
  ['::ffff:127.0.0.1', []],
  ['::1', []],
  ['192.0.2.1', ['192.0.2.1']],
  ['192.0.2.77', ['10.0.0.1', '192.0.2.0/24']],
  ['2001:db8::5', ['2001:db8::/32']],
])('%s, which clients share, has no bound of its own', (address, proxies) => {
  expect(openAfter(Array(5).fill(address), proxies)).toHaveLength(5);
});

test('an address that only resembles that of a proxy has its bound', () => {
  expect(openAfter(Array(5).fill('192.0.3.77'), ['192.0.2.0/24'])).toHaveLength(2);
});
