import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, VaultError } from 'memory-vault-client';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../support/listening.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

async function failure(promise: Promise<unknown>): Promise<VaultError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof VaultError)) throw new Error(`it ended with ${error}`);
  return error;
}

test('a refusal says all that is wrong', async () => {
  const { port } = await listening(await testApp());
  const url = `http://127.0.0.1:${port}`;
  const body = { title: '', content: '', type: 'decision' } as const;
  const error = await failure(vaultClient(url).POST('/api/v1/observations', { body }));
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_payload',
    errors: [
      { path: '/title', message: 'must not be empty' },
      { path: '/content', message: 'must not be empty' },
    ],
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attempts: 1,
  });
  expect(error.message).toBe(`POST ${url}/api/v1/observations answered 400: ${error.detail}`);
});

test('a wrong key is a refusal with its code', async () => {
  const { port } = await listening(await testApp());
  const client = vaultClient(`http://127.0.0.1:${port}`, { adminKey: 'wrong' });
  const error = await failure(client.GET('/admin/teams'));
  expect([error.status, error.code]).toEqual([401, 'invalid_admin_key']);
});

test('an answer that is no problem of a vault is told as what it is', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const client = vaultClient(`http://127.0.0.1:${port}`);
  const error = await failure(client.GET('/api/v1/stats'));
  expect(error).toMatchObject({ status: 403, code: undefined, body: '<h1>Forbidden</h1>' });
  expect(error.detail).toBe('something that is no vault answered 403');
});

test('where nobody listens, the error names the address and the reason', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const client = createClient({ url: `http://127.0.0.1:${port}`, retry: { attempts: 1 } });
  const error = await failure(client.GET('/healthz'));
  expect(error.message).toBe(
    `GET http://127.0.0.1:${port}/healthz got no answer: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast is safe: it listens on TCP.
  return (server.address() as AddressInfo).port;
}
