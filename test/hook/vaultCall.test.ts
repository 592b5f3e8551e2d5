import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { vaultAt } from '../../src/hook/vaultCall.js';
import { fakeVault } from '../support/fakeVault.js';

const asked = { method: 'POST', path: '/api/v1/sessions', body: {}, timeoutMs: 60_000 } as const;

test('a vault is called by the name in its address', async () => {
  const vault = await fakeVault();
  const { port } = new URL(vault.url);
  await vaultAt(`http://localhost:${port}`)(asked);
  await vaultAt(vault.url)(asked);
  const hosts = vault.received.map(({ headers }) => headers.host);
  expect(hosts).toEqual([`localhost:${port}`, `127.0.0.1:${port}`]);
});

test.each(['https', 'HTTPS'])('a vault at %s:// is called over TLS', async (scheme) => {
  let hello: Buffer = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.once('data', (bytes: Buffer) => {
      hello = bytes;
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
  await expect(vaultAt(url)(asked)).rejects.toThrow();
  // The first byte of a handshake, which names the host that is meant.
  expect(hello[0]).toBe(0x16);
  expect(hello.toString('latin1')).toContain('localhost');
});
