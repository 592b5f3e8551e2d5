import http, { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from 'memory-vault-client';
import { expect, onTestFinished, test } from 'vitest';
import { fetchAsLocalhost, fetchElsewhere } from '../../src/connect/fetchService.js';

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // The cast is safe: it listens on TCP.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a request arrives as it was, but for its Host', async () => {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await text(request);
    const { host, 'x-admin-key': key, 'content-type': type } = headers;
    response.writeHead(201, { 'content-type': 'application/json', 'x-log-position': '7' });
    response.end(JSON.stringify({ method, url, host, key, type, body }));
  });
  const answer = await fetchAsLocalhost(
    new Request(`${await urlOf(server)}/a?b=c`, {
      method: 'POST',
      headers: { 'X-Admin-Key': 'k', 'Content-Type': 'application/json' },
      body: '{"ä":1}',
    }),
  );
  expect([answer.status, answer.headers.get('x-log-position')]).toEqual([201, '7']);
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: '/a?b=c',
    host: 'localhost',
    key: 'k',
    type: 'application/json',
    body: '{"ä":1}',
  });
});

test('an answer without a body has none', async () => {
  const server = createServer((_request, response) => void response.writeHead(204).end());
  const answer = await fetchAsLocalhost(new Request(await urlOf(server), { method: 'DELETE' }));
  expect([answer.status, answer.body]).toEqual([204, null]);
});

test('a request ends with its signal, and fails where nobody listens', async () => {
  const silent = createServer(() => {});
  const url = await urlOf(silent);
  const asked = new Request(url, { signal: AbortSignal.timeout(50) });
  await expect(fetchAsLocalhost(asked)).rejects.toThrow('aborted');
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await expect(fetchAsLocalhost(new Request(url))).rejects.toThrow('ECONNREFUSED');
  await expect(fetchElsewhere(new Request(url))).rejects.toThrow(`nothing answers at ${url}`);
});

test('a stream of events is read as it comes, and goes on where its connection broke', async () => {
  const asked: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    asked.push(headers['last-event-id']);
    const position = asked.length;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`retry: 1\n\nid: ${position}\ndata: {"position":${position}}\n\n`, () => {
      // The second stays open, and the third is never asked for.
      if (position === 1) setImmediate(() => response.destroy());
    });
  });
  onTestFinished(() => server.closeAllConnections());
  const vault = createClient({ url: await urlOf(server), fetch: fetchAsLocalhost });
  const seen: number[] = [];
  for await (const { position } of vault.followEvents()) if (seen.push(position) === 2) break;
  expect(seen).toEqual([1, 2]);
  expect(asked).toEqual([undefined, '1']);
});

test('no agent of the environment, which may lead to a proxy, is asked for a service on this machine', async () => {
  const own = http.globalAgent;
  onTestFinished(() => {
    http.globalAgent = own;
  });
  http.globalAgent = Object.assign(new Agent(), {
    createConnection: () => {
      throw new Error('this would have gone to a proxy');
    },
  });
  const server = createServer(({ headers }, response) => void response.end(headers.host));
  const url = await urlOf(server);
  expect(await (await fetchAsLocalhost(new Request(url))).text()).toBe('localhost');
  expect(await (await fetchElsewhere(new Request(url))).text()).toBe(new URL(url).host);
});
