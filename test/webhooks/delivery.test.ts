import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  assertAllowed,
  connectionTo,
  deliver,
  isNever,
  signedHeaders,
} from '../../src/webhooks/delivery.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SIGNAL = new AbortController().signal;

test('a message is signed as the example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signedHeaders(message, SECRET, 1_614_265_330_000)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each([
  ['https://a.example/hook', true],
  ['https://a.example:8443/hook', true],
  ['https://b.example:8443/hook', true],
  ['http://127.0.0.1:9/hook', true],
  ['https://b.example/hook', false],
  ['http://a.example/hook', false],
  ['https://a.example.evil.example/', false],
  ['https://user:secret@a.example/', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('whether %s is allowed: %s', (url, allowed) => {
  const hosts = [
    { name: 'a.example', port: undefined },
    { name: 'b.example', port: 8443 },
    { name: '127.0.0.1', port: undefined },
  ];
  const ask = () => assertAllowed(url, hosts);
  if (allowed) expect(ask()).toBeUndefined();
  else expect(ask).toThrow(/^url: /);
});

test('a refusal names the line that allows the host', () => {
  expect(() => assertAllowed('https://a.example:8443/x', [])).toThrow(
    'VAULT_WEBHOOK_HOSTS=a.example:8443',
  );
});

test('nothing is sent to what gives away the secrets of a machine', async () => {
  for (const address of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fe80::1%2',
    '100.100.100.200',
  ])
    expect([address, isNever(address)]).toEqual([address, true]);
  for (const address of ['127.0.0.1', '10.0.0.1', '192.0.2.1', '::1'])
    expect([address, isNever(address)]).toEqual([address, false]);
  const message = { id: 'a', body: '{}' };
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]']) {
    const receiver = { url: `https://${host}/`, secret: SECRET };
    await expect(deliver(receiver, message, { now: 0, signal: SIGNAL })).rejects.toThrow('nothing');
  }
});

test('a message arrives signed, and a redirect is its answer', async () => {
  const got: { headers: IncomingHttpHeaders; body: string; url: string | undefined }[] = [];
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const part of request) body += part;
    got.push({ headers: request.headers, body, url: request.url });
    answer
      .writeHead(302, { location: '/elsewhere', 'retry-after': '120' })
      .end('a'.repeat(100_000));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const receiver = { url: `http://localhost:${port}/hook`, secret: SECRET };
  const message = { id: 'one', body: '{"ü":1}' };
  expect(await deliver(receiver, message, { now: 5000, signal: SIGNAL })).toEqual({
    status: 302,
    retryAfter: 120_000,
  });
  expect(got).toEqual([
    {
      url: '/hook',
      body: message.body,
      headers: expect.objectContaining(signedHeaders(message, SECRET, 5000)),
    },
  ]);
});

/** A receiver that answers with this body, and how many connections it has seen. */
async function counting(answer: (response: ServerResponse, nth: number) => void) {
  const seen = { connections: 0, messages: 0 };
  const server = createServer((request, response) => {
    request.resume();
    seen.messages += 1;
    answer(response, seen.messages);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const receiver = { url: `http://127.0.0.1:${port}/`, secret: SECRET };
  const connection = connectionTo(receiver.url);
  onTestFinished(() => connection.destroy());
  const send = (id: string) =>
    deliver(receiver, { id, body: '{}' }, { now: 0, signal: SIGNAL, connection });
  return { seen, send };
}

test('one message after the other goes over one connection, unless an answer is long', async () => {
  const short = await counting((response) => response.end('thanks'));
  for (const id of ['a', 'b', 'c']) expect(await short.send(id)).toMatchObject({ status: 200 });
  expect(short.seen).toEqual({ connections: 1, messages: 3 });
  const long = await counting((response) => {
    const more = () => {
      while (!response.destroyed && response.write('a'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  });
  for (const id of ['a', 'b']) expect(await long.send(id)).toMatchObject({ status: 200 });
  expect(long.seen).toEqual({ connections: 2, messages: 2 });
});

test('a message is sent again where the receiver had closed the kept connection', async () => {
  const { seen, send } = await counting((response, nth) =>
    nth === 2 ? void response.socket?.destroy() : response.end(),
  );
  expect(await send('a')).toMatchObject({ status: 200 });
  expect(await send('b')).toMatchObject({ status: 200 });
  expect(seen).toEqual({ connections: 2, messages: 3 });
});

test('a receiver that wants another protocol has answered no', async () => {
  const server = createServer();
  server.on('upgrade', () => {});
  server.on('connection', (socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const receiver = { url: `http://127.0.0.1:${port}/`, secret: SECRET };
  const message = { id: 'a', body: '{}' };
  expect(await deliver(receiver, message, { now: 0, signal: SIGNAL })).toEqual({ status: 101 });
});
