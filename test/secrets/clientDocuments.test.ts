import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientDocuments } from '../../src/secrets/clientDocuments.js';
import { documentOfClient, PUBLIC, REDIRECT } from '../support/oauthClient.js';
import { testClock } from '../support/testApp.js';

const named = (changes: object) => (id: string) =>
  JSON.stringify({ client_id: id, client_name: 'A', redirect_uris: [REDIRECT], ...changes });

test('a document is read once in five minutes', async () => {
  const { id, asked } = await documentOfClient(named({}));
  const clock = testClock();
  const read = clientDocuments(clock, PUBLIC);
  for (const who of ['ada', 'bob']) expect((await read(id, who)).client_name).toBe('A');
  expect(asked()).toBe(1);
  clock.advance(300_001);
  await read(id, 'ada');
  expect(asked()).toBe(2);
});

test.each([
  ['too large', named({ more: 'x'.repeat(20_000) })],
  ['of somebody else', named({ client_id: 'https://else.example/c' })],
  ['without redirect URIs', named({ redirect_uris: undefined })],
  ['without a name', named({ client_name: undefined })],
  ['with a name of blanks', named({ client_name: ' ' })],
  ['with a name that no text can be', named({ client_name: 'half \ud800' })],
  ['with a secret', named({ client_secret: 'x' })],
  ['of a client with a secret', named({ token_endpoint_auth_method: 'client_secret_basic' })],
  ['no JSON', () => '<html>'],
])('a document that is %s is refused, and not kept', async (_, body) => {
  const { id, asked } = await documentOfClient(body);
  const read = clientDocuments(testClock(), PUBLIC);
  for (const times of [1, 2]) {
    await expect(read(id, 'ada')).rejects.toThrow();
    expect(asked()).toBe(times);
  }
});

test.each([
  'https://192.168.0.1/c.json',
  'https://[fd00::1]/c.json',
  'https://169.254.169.254/latest',
  'http://client.example/c.json',
  'https://client.example/',
  'https://client.example',
  'https://client.example/a/../b.json',
  'https://client.example/./b.json',
  'https://CLIENT.example/c.json',
  'https://client.example/c.json#a',
  'https://a:b@client.example/c.json',
  'https://client.example/c\n.json',
  'file:///etc/passwd',
  'example',
])('nothing is fetched for %j', async (id) => {
  await expect(clientDocuments(testClock(), PUBLIC)(id, 'ada')).rejects.toThrow(
    /must be an https address|is not public/,
  );
});

test.each([302, 404])('an answer %i is no document, and leads nowhere', async (status) => {
  const { id, asked } = await documentOfClient(named({}));
  const server = createServer((_, response) => response.writeHead(status, { location: id }).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // Listening on TCP, so the address is no path of a socket.
  const { port } = server.address() as AddressInfo;
  const read = clientDocuments(testClock(), PUBLIC)(`http://127.0.0.1:${port}/client.json`, 'ada');
  await expect(read).rejects.toThrow(`it is answered by ${status}`);
  expect(asked()).toBe(0);
});

test('a vault that is not on this machine fetches nothing from it', async () => {
  const { id, asked } = await documentOfClient(named({}));
  const read = clientDocuments(testClock(), 'https://vault.example');
  await expect(read(id, 'ada')).rejects.toThrow('must be an https address');
  await expect(read(id.replace('http:', 'https:'), 'ada')).rejects.toThrow('is not public');
  expect(asked()).toBe(0);
});
