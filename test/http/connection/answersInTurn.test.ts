import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerInTurn } from '../../../src/http/connection/answersInTurn.js';
import { listening, readAnswers, request, untilClosed } from '../../support/listening.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

const KEEP = { Connection: 'keep-alive' };

/** A server that answers with `answer` and lets two requests of a connection wait. Sends bytes, gives what comes until it closes. */
async function serving(answer: RequestListener) {
  const server = createServer();
  answerInTurn(server, answer, { maxWaiting: 2, linger: 100 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // An HTTP server listens on a port, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(bytes);
    return readAnswers(await untilClosed(socket));
  };
}

test('requests sent at once are answered in order, and in a turn of the event loop begins one of all that wait', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  const turns: number[] = [];
  const firsts: ServerResponse[] = [];
  const send = await serving(({ url }, response) => {
    if (url === '/a') {
      // The two connections go on in the same turn.
      if (firsts.push(response) === 2) for (const first of firsts) first.end('/a');
      return;
    }
    turns.push(turn);
    response.end(url);
  });
  const bytes = request('GET /a', KEEP) + request('GET /b', KEEP) + request('GET /c');
  setImmediate(count);
  const both = await Promise.all([send(bytes), send(bytes)]);
  isOver = true;
  for (const answers of both) expect(answers.map(({ body }) => body)).toEqual(['/a', '/b', '/c']);
  expect(turns).toHaveLength(4);
  expect(new Set(turns).size).toBe(4);
});

test('of more requests than may wait, those that wait are answered, the others never begin, and the connection ends', async () => {
  let begun = 0;
  const send = await serving((_request, response) => {
    begun += 1;
    response.end();
  });
  const answers = await send(request('GET /', KEEP).repeat(2000));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(begun).toBe(3);
});

test('what waits behind an answer that closes the connection never begins', async () => {
  let begun = 0;
  const send = await serving((_request, response) => {
    begun += 1;
    response.setHeader('connection', 'close').end();
  });
  expect(await send(request('GET /', KEEP).repeat(2))).toHaveLength(1);
  expect(begun).toBe(1);
});

test('a search begins when the one before it on its connection was answered', async () => {
  const app = await testApp();
  const { exchange } = await listening(app);
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
  const answers = await exchange(search(KEEP).repeat(4) + search());
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(most).toBe(1);
});

test('a client that sends a thousand notes at once gets an answer for each that was saved', async () => {
  const app = await testApp();
  const { exchange } = await listening(app);
  const notes = Array.from({ length: 1000 }, (_, i) =>
    request(
      'POST /api/v1/observations',
      { ...KEEP, 'Content-Type': 'application/json' },
      JSON.stringify(note({ title: `t${i}` })),
    ),
  );
  const answers = await exchange(notes.join(''));
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
  const server = await testServer(await testApp());
  await server.listen({ host: 'localhost', port: 0 });
  expect(server.addresses()).toHaveLength(1);
});
