import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerInTurn } from '../../../src/http/connection/answersInTurn.js';
import { buildServer } from '../../../src/http/server.js';
import { listening, readAnswers, request, untilClosed } from '../../support/listening.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const KEEP = { Connection: 'keep-alive' };

/** Sends bytes to a server that answers with `answer` and lets two requests wait; gives what comes until it closes. */
async function exchange(answer: RequestListener, bytes: string) {
  const server = createServer();
  answerInTurn(server, answer, { maxWaiting: 2, linger: 100 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // An HTTP server listens on a port, so its address is no path.
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  return readAnswers(await untilClosed(socket));
}

test('the requests of a connection are answered one after the other, in turns of their own', async () => {
  let turn = 0;
  const counting = () => {
    turn += 1;
    if (!isOver) setImmediate(counting);
  };
  let isOver = false;
  setImmediate(counting);
  const turns: number[] = [];
  const paths = ['/a', '/b', '/c'];
  const bytes = paths.map((path) => request(`GET ${path}`, path === '/c' ? {} : KEEP)).join('');
  const answers = await exchange(({ url }, response) => {
    turns.push(turn);
    response.end(url);
  }, bytes);
  isOver = true;
  expect(answers.map(({ body }) => body)).toEqual(paths);
  expect(new Set(turns).size).toBe(3);
});

test('of more requests than may wait, those that wait are answered, the others never begin, and the connection ends', async () => {
  let begun = 0;
  const answers = await exchange((_request, response) => {
    begun += 1;
    response.end();
  }, request('GET /', KEEP).repeat(2000));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(begun).toBe(3);
});

test('what waits behind an answer that closes the connection never begins', async () => {
  let begun = 0;
  const answers = await exchange((_request, response) => {
    begun += 1;
    response.setHeader('connection', 'close').end();
  }, request('GET /', KEEP).repeat(2));
  expect(answers).toHaveLength(1);
  expect(begun).toBe(1);
});

test('a search begins when the one before it on its connection was answered', async () => {
  const app = await testApp();
  const { exchange: send } = await listening(app);
  let underWay = 0;
  let most = 0;
  app.search = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
    return { hits: [], reading: 'words' };
  };
  const search = (headers = {}) => request('GET /api/v1/search?q=x', headers);
  const answers = await send(search(KEEP).repeat(4) + search());
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(most).toBe(1);
});

test('a client that sends a thousand notes at once gets an answer for each that was saved', async () => {
  const app = await testApp();
  const { exchange: send } = await listening(app);
  const notes = Array.from({ length: 1000 }, (_, i) =>
    request(
      'POST /api/v1/observations',
      { ...KEEP, 'Content-Type': 'application/json' },
      JSON.stringify(note({ title: `t${i}` })),
    ),
  );
  const answers = await send(notes.join(''));
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.length).toBeLessThan(1000);
  expect((await app.log.head()).position).toBe(answers.length);
});

test('a service at `localhost` is one server, which knows all limits of connections', async () => {
  const lookup = dns.lookup.bind(dns);
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const two = (name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) =>
    options.all ? done(null, addresses) : lookup(name, options, done);
  // Not all machines have a second address for this name.
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(two as typeof dns.lookup);
  onTestFinished(() => spy.mockRestore());
  const server = await buildServer(await testApp());
  onTestFinished(() => server.close());
  await server.listen({ host: 'localhost', port: 0 });
  expect(server.addresses()).toHaveLength(1);
});
