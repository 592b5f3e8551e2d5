import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/config.js';
import { eventually } from '../support/eventually.js';
import { runCli, spawnedCli, startService } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('help settings names every setting with its default', async () => {
  const { code, output } = await runCli(['help', 'settings'], temporaryDirectory());
  expect(code).toBe(0);
  for (const [name, [byDefault]] of Object.entries(SETTINGS)) {
    const line = output.split('\n').find((text) => text.startsWith(`  ${name} `));
    expect(line).toContain(`(default: ${byDefault})`);
  }
});

test('a command that does not exist is named, with where to look', async () => {
  const { code, output } = await runCli(['recover'], temporaryDirectory());
  expect(code).toBe(2);
  expect(output).toBe(
    "memory-vault: unknown command 'recover': memory-vault --help lists all commands\n",
  );
});

test('a wrong setting stops the start with one line that names it', async () => {
  const { code, output } = await spawnedCli([], temporaryDirectory(), { VAULT_TIER: 'gold' });
  expect(code).toBe(1);
  expect(output).toMatch(/^.*\n$/);
  expect(JSON.parse(output)).toMatchObject({
    code: 'setting_wrong',
    setting: 'VAULT_TIER',
    msg: 'VAULT_TIER must be community or teams',
  });
});

test.each(['open', 'session'])(
  'when a vault with VAULT_AUTH=%s uses the port, the message says so',
  async (auth) => {
    const service = await serviceHere(temporaryDirectory(), { VAULT_AUTH: auth });
    const ours = await spawnedCli([], temporaryDirectory(), {
      VAULT_PORT: new URL(service.url).port,
    });
    expect(ours.code).toBe(1);
    expect(ours.output).toContain('is in use by another Memory Vault');
    expect(ours.output).toContain('VAULT_PORT=');
    await service.stop();
  },
);

test('a port in use by another program stops the start, too', async () => {
  const other = createServer((socket) => socket.end('hello\n'));
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const theirs = await spawnedCli([], temporaryDirectory(), { VAULT_PORT: String(port) });
  other.close();
  expect(theirs.code).toBe(1);
  expect(theirs.output).toContain('is in use by another program');
});

test('the data directory is for its owner only, and the admin key is made once', async () => {
  const directory = join(temporaryDirectory(), 'vault');
  const start = () => startService(directory, { VAULT_ADMIN_KEY: '' });
  const mode = (name: string) => statSync(join(directory, name)).mode & 0o777;
  const first = await start();
  const key = readFileSync(join(directory, 'admin.key'), 'utf8');
  expect(mode('.')).toBe(0o700);
  for (const name of [
    'log.db',
    'log.db-wal',
    'views.db',
    'admin.key',
    'token.secret',
    'writer.json',
    'writer.lock',
  ]) {
    expect([name, mode(name)]).toEqual([name, 0o600]);
  }
  await first.stop('SIGTERM');
  const second = await start();
  expect(readFileSync(join(directory, 'admin.key'), 'utf8')).toBe(key);
  const headers = { 'x-admin-key': key.trim(), 'content-type': 'application/json' };
  const response = await fetch(`${second.url}/api/v1/sdd/p`, {
    method: 'PUT',
    headers,
    body: '{"phase":"spec"}',
  });
  expect(response.status).toBe(200);
  await second.stop('SIGTERM');
});

test('digest works next to a running service, and rebuild gives the same digest', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  for (const title of ['one', 'two']) {
    await fetch(`${service.url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, content: 'c', type: 'task', project: 'p' }),
    });
  }
  const live = await runCli(['digest'], directory);
  expect(live.output).toMatch(/^[0-9a-f]{64} at position 2\n$/);
  await service.stop();

  const rebuilt = await runCli(['rebuild'], directory);
  expect(rebuilt.code).toBe(0);
  expect(rebuilt.output).toContain(`before ${live.output.slice(0, 64)}`);
  expect(rebuilt.output).toMatch(/the same\n$/);
  expect((await runCli(['digest'], directory)).output).toBe(live.output);
});

test('digest of a missing vault reports that and creates nothing', async () => {
  const directory = join(temporaryDirectory(), 'none');
  const { code, output } = await runCli(['digest'], directory);
  expect(code).toBe(1);
  expect(output).toContain(`there is no vault in ${directory}`);
  expect(existsSync(directory)).toBe(false);
});

test('SIGTERM ends the service with 0 and leaves no write-ahead log behind', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  // While its search threads run.
  const searches = Array.from({ length: 8 }, () => fetch(`${service.url}/api/v1/search?q=x`));
  for (const response of await Promise.all(searches)) expect(response.status).toBe(200);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(existsSync(join(directory, 'log.db-wal'))).toBe(false);
  expect(existsSync(join(directory, 'views.db-wal'))).toBe(false);
});

test('idle sessions are abandoned while the service runs and after a restart', async () => {
  const directory = temporaryDirectory();
  const start = async (url: string) => {
    const response = await fetch(`${url}/api/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"project":"p"}',
    });
    expect(response.status).toBe(200);
  };
  const abandoned = (url: string) =>
    eventually('no session is active', async () => {
      const states = await (await fetch(`${url}/api/v1/sessions/all`)).text();
      expect(states).not.toContain('"active"');
      return states.match(/"abandoned"/g)?.length;
    });
  const patient = await startService(directory, { VAULT_SESSION_IDLE: '1h' });
  await start(patient.url);
  await patient.stop('SIGTERM');
  await sleep(1100);
  const hasty = await startService(directory, { VAULT_SESSION_IDLE: '1s' });
  expect(await abandoned(hasty.url)).toBe(1);
  await start(hasty.url);
  expect(await abandoned(hasty.url)).toBe(2);
  await hasty.stop('SIGTERM');
});
