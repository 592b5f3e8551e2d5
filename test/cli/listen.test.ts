import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../src/cli/listen.js';
import { testApp } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';

/** A port that another program has. */
async function takenPort(): Promise<number> {
  const program = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void program.close());
  await once(program, 'listening');
  // It listens on a port.
  return (program.address() as AddressInfo).port;
}

async function serverOn(port: number) {
  const app = await testApp({ VAULT_PORT: String(port) });
  const server = await testServer(app);
  return { server, config: app.config };
}

test('with orFree, a service takes a free port where another program has its own', async () => {
  const port = await takenPort();
  const { server, config } = await serverOn(port);
  const onUrl = vi.fn<(url: string) => void>();
  await listen(server, config, { orFree: true, onUrl });
  expect(onUrl).toHaveBeenCalledOnce();
  const url = String(onUrl.mock.calls[0]?.[0]);
  expect(url).not.toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
});

test('without it, the program that has the port is reported', async () => {
  const port = await takenPort();
  const { server, config } = await serverOn(port);
  const onUrl = vi.fn();
  await expect(listen(server, config, { orFree: false, onUrl })).rejects.toMatchObject({
    code: 'port_in_use',
    message: `port ${port} of 127.0.0.1 is in use by another program`,
  });
  expect(onUrl).not.toHaveBeenCalled();
});
