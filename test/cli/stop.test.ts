import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endService } from '../../src/cli/endService.js';
import { recordLine } from '../../src/cli/service/serviceDefinition.js';
import { readClientSettings } from '../../src/connect/clientSettings.js';
import { lockDirectory } from '../../src/sqlite/lockDirectory.js';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** A user without a vault, whose commands all mean one data directory. */
function user() {
  const home = temporaryDirectory();
  const dataDir = join(home, 'vault');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), VAULT_PORT: '0' };
  const stop = (more = {}) => runCli(['stop'], dataDir, { ...env, ...more });
  return { home, dataDir, env, stop };
}

test('stop ends the service, waits until it has ended, and says when none runs', async () => {
  const { dataDir, stop } = user();
  expect(await stop()).toMatchObject({ code: 0, stdout: `no service runs for ${dataDir}\n` });
  const service = await startService(dataDir);
  const pid = service.process.pid;
  const stopped = await stop();
  expect(stopped).toMatchObject({ code: 0, stderr: '' });
  expect(stopped.stdout).toBe(
    `stopped the service of ${dataDir} (process ${pid})\nthe next agent or command that needs a service starts one again\n`,
  );
  expect(service.process.exitCode).toBe(0);
  lockDirectory(dataDir, 'now').release();
  expect((await stop()).stdout).toBe(`no service runs for ${dataDir}\n`);
});

test('stop says how to end a service for good that was installed', async () => {
  const { home, dataDir, stop } = user();
  const folder = join(home, 'config', 'systemd', 'user');
  mkdirSync(folder, { recursive: true });
  const record = { version: '0.1.0', dataDir, host: '127.0.0.1', port: 7437 };
  writeFileSync(join(folder, 'memory-vault.service'), `# ${recordLine(record)}\n`);
  await startService(dataDir);
  expect((await stop()).stdout).toContain(
    'it starts again when you log in: to stop it for good, type memory-vault service uninstall',
  );
});

test('stop ends nothing elsewhere, and says who holds a directory without an answer', async () => {
  const { dataDir, stop } = user();
  mkdirSync(dataDir);
  const elsewhere = await stop({ VAULT_URL: 'http://127.0.0.1:9' });
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.stderr).toContain('stop ends only the service of a data directory here');
  const lock = lockDirectory(dataDir, 'now');
  const held = await stop();
  lock.release();
  expect(held.code).toBe(1);
  expect(held.stderr).toContain(`is in use by process ${process.pid}`);
});

test('stop says why a service cannot be ended, and takes one that has just ended for stopped', async () => {
  const { dataDir } = user();
  const service = await startService(dataDir);
  const { pid } = service.process;
  const settings = readClientSettings({ VAULT_DATA_DIR: dataDir, VAULT_PORT: '0' });
  const kill = vi.spyOn(process, 'kill');
  kill.mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  await expect(endService(settings)).rejects.toMatchObject({
    message: `the service (process ${pid}) cannot be ended from here: it belongs to another user, or runs in a container: stop it there`,
  });
  kill.mockImplementation(() => {
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  });
  expect(await endService(settings)).toBe(pid);
  kill.mockRestore();
});
