import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault({ VAULT_WEBHOOK_HOSTS: '127.0.0.1,hooks.example' });

const webhook = (...args: readonly string[]) => vault.shown(['webhook', ...args]);

async function receiver(status: number): Promise<string> {
  const server = createServer((_, answer) => void answer.writeHead(status).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/hook`;
}

test('a webhook is added, its secret shown once, listed, tried, renewed and removed', async () => {
  const url = await receiver(204);
  const added = await vault.piped(['webhook', 'add', url, '--types', 'observation.saved']);
  expect(added.code, added.output).toBe(0);
  expect(added.stdout).toMatch(/^whsec_\S+\n$/);
  const [, short = ''] = /webhook test (\w{8}) sends/.exec(added.stderr) ?? [];
  const list = await webhook('list');
  expect(list.output).toMatch(new RegExp(`${short} +http://127\\.0\\.0\\.1.* 1 behind`));
  expect(list.output).not.toContain('whsec_');
  expect(await webhook('test', url)).toMatchObject({
    code: 0,
    lines: [`${url} accepted the message`],
  });
  expect(await webhook('retry', short)).toMatchObject({
    code: 0,
    lines: [`${url} gets the waiting events now`],
  });
  const rotated = await vault.piped(['webhook', 'rotate', short.toLowerCase()]);
  expect(rotated.stdout).toMatch(/^whsec_\S+\n$/);
  expect(rotated.stdout).not.toBe(added.stdout);
  expect(await webhook('remove', short)).toMatchObject({ code: 0 });
  const none = expect.stringContaining('there is no webhook');
  expect(await webhook('list')).toMatchObject({ code: 3, output: none });
  expect(await webhook('remove', short)).toMatchObject({ code: 3, output: none });
});

test('what a receiver answers to a test is said', async () => {
  const url = await receiver(503);
  await webhook('add', url);
  expect(await webhook('test', url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('did not accept the message: answered 503'),
  });
  await webhook('add', url);
  expect(await webhook('remove', url)).toMatchObject({
    code: 2,
    output: expect.stringContaining('several webhooks have that address'),
  });
});

test.each([
  [['https://elsewhere.example/'], 'VAULT_WEBHOOK_HOSTS=127.0.0.1,hooks.example,elsewhere.example'],
  [['https://hooks.example/', '--types', 'nothing'], 'observation.saved'],
])('what is wrong is said with what mends it: %j', async (args, says) => {
  expect(await webhook('add', ...args)).toMatchObject({
    code: 4,
    output: expect.stringContaining(says),
  });
});
