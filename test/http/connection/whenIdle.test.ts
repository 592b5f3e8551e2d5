import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listening, request } from '../../support/listening.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const MS = 30 * 60_000;

// Only the timer of the watch: all else goes by the clock of the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function watched() {
  const end = vi.fn();
  const { server, connect } = await listening(await testApp(), { idle: { ms: MS, end } });
  return { server, connect, end };
}

test('a service that nobody calls ends, even when it is probed all the time', async () => {
  const { server, end } = await watched();
  for (const url of ['/healthz', '/readyz', '/metrics', '/vault-api/api/v1/metrics']) {
    vi.advanceTimersByTime(MS / 5);
    expect((await server.inject(url)).statusCode).toBe(200);
  }
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MS / 5);
  expect(end).toHaveBeenCalledOnce();
});

test('every other request begins the time anew, also one that is refused', async () => {
  const { server, end } = await watched();
  for (const url of ['/api/v1/status', '/api/v1/search?q=x', '/nowhere', '/auth/me']) {
    vi.advanceTimersByTime(MS - 1);
    expect((await server.inject(url)).json().code).not.toBe('overloaded');
  }
  vi.advanceTimersByTime(MS - 1);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('a service with an open event stream does not end, and the time begins when the stream ends', async () => {
  const { server, connect, end } = await watched();
  const asked = once(server.server, 'request');
  const socket = await connect();
  const headers = { 'X-Admin-Key': ADMIN_KEY, Accept: 'text/event-stream' };
  socket.write(request('GET /admin/events', headers));
  const [, response] = await asked;
  await once(socket, 'data');
  vi.advanceTimersByTime(10 * MS);
  expect(end).not.toHaveBeenCalled();
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  vi.advanceTimersByTime(MS - 1);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('a service that stops for another reason does not end once more', async () => {
  const { server, end } = await watched();
  await server.inject('/api/v1/status');
  await server.close();
  vi.advanceTimersByTime(2 * MS);
  expect(end).not.toHaveBeenCalled();
});
