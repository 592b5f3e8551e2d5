import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { finished } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type Listener, sendEvents } from '../../../src/http/answers/eventStream.js';
import { eventually } from '../../support/eventually.js';

type Call = Parameters<typeof sendEvents>[0];

/** A server that answers with an endless stream, each time after `ready`, and counts those that have not ended. */
async function streaming(ready: (request: FastifyRequest) => Promise<unknown> = async () => {}) {
  const vault = { stopping: new AbortController().signal };
  const recheck = async () => {};
  let open = 0;
  async function* events({ signal }: Listener) {
    open += 1;
    yield 'data: 1\n\n';
    if (!signal.aborted) await once(signal, 'abort');
    open -= 1;
  }
  const server = Fastify({ forceCloseConnections: true });
  server.get('/', async (request: FastifyRequest, reply: FastifyReply) => {
    await ready(request);
    const route = { path: '/' } as const;
    const whenOver = (then: () => void) => void finished(reply.raw, then);
    // Nothing else of a vault is needed for a stream.
    return sendEvents({ vault, route, reply, recheck, whenOver } as unknown as Call, events);
  });
  server.setErrorHandler((error, _request, reply) => reply.code(503).send(String(error)));
  onTestFinished(() => server.close());
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, open: () => open };
}

test('who asks with HEAD gets the head, and no stream goes on for nobody', async () => {
  const { url, open } = await streaming();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head] = await once(socket, 'data');
  expect(String(head)).toContain('content-type: text/event-stream');
  // The connection stays open.
  await eventually('no stream is open', () => expect(open()).toBe(0));
  expect(socket.readyState).toBe('open');
});

test('who leaves before the stream begins takes no place for good', async () => {
  const leaving = new EventEmitter();
  const { url, open } = await streaming(async ({ raw, headers }) => {
    if (headers['x-leaves'] === undefined) return;
    await once(raw.socket, 'close');
    leaving.emit('left');
  });
  for (let i = 0; i < 100; i++) {
    const left = once(leaving, 'left');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Leaves: 1\r\n\r\n', () =>
      socket.destroy(),
    );
    await left;
  }
  const stays = await fetch(url);
  expect(stays.status).toBe(200);
  await stays.body?.cancel();
  await eventually('no stream is open', () => expect(open()).toBe(0));
});
