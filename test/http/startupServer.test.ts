import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '../../src/connect/findService.js';
import { startupServer } from '../../src/http/startupServer.js';
import { eventually } from '../support/eventually.js';
import { testApp, testConfig } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : expect.fail('no port');
}

async function room() {
  const port = await freePort();
  const waiting = startupServer(testConfig({ VAULT_PORT: String(port) }));
  onTestFinished(() => waiting.close());
  return { waiting, port, url: `http://127.0.0.1:${port}` };
}

/** Resolves when a request is answered with that status. */
async function answering(url: string, expected: number): Promise<void> {
  const status = () =>
    fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
  await eventually(`it answers ${expected}`, async () => expect(await status()).toBe(expected));
}

test('while read models are built, the service is alive, reports its progress, and answers all else with not_ready', async () => {
  const { waiting, url } = await room();
  waiting.reportProgress(1000, 5000);
  await answering(`${url}/healthz`, 200);
  waiting.reportProgress(2000, 5000);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect(await ready.json()).toMatchObject({
    status: 'not_ready',
    checks: { views: 'being built: 2000 of 5000 events read' },
  });
  const body = JSON.stringify({ title: 't', content: 'c', type: 'task' });
  const headers = { 'content-type': 'application/json' };
  const save = await fetch(`${url}/api/v1/observations`, { method: 'POST', headers, body });
  expect(save.status).toBe(503);
  expect(save.headers.get('retry-after')).toBe('1');
  expect(await save.json()).toMatchObject({ code: 'not_ready' });
  const foreign = await fetch(`${url}/readyz`, {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
});

test('it frees the port for the service, even with open connections', async () => {
  const { waiting, url, port } = await room();
  waiting.reportProgress(1000, 5000);
  await answering(`${url}/readyz`, 503);
  await waiting.close();
  const server = await testServer(await testApp());
  await server.listen({ host: '127.0.0.1', port });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('it does not open when there are no events left to read', async () => {
  const { waiting, url } = await room();
  waiting.reportProgress(7, 7);
  await waiting.close();
  await expect(fetch(`${url}/readyz`)).rejects.toThrow();
});

test('a service that builds its read models is known as a vault by who looks for it', async () => {
  const port = await freePort();
  const config = testConfig({ VAULT_PORT: String(port) });
  const waiting = startupServer(config, { instance: 'an-instance' });
  onTestFinished(() => waiting.close());
  waiting.reportProgress(1000, 5000);
  await answering(`http://127.0.0.1:${port}/healthz`, 200);
  expect(await probe(`http://127.0.0.1:${port}`, 30_000)).toEqual({
    kind: 'vault',
    isProven: false,
  });
});
