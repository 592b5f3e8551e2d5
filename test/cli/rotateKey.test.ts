import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { runCli } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** Settings without a configured key, so that `admin.key` is used. */
const OWN = { VAULT_ADMIN_KEY: '' };
const keyIn = (directory: string) => readFileSync(join(directory, 'admin.key'), 'utf8').trim();
const rotate = (directory: string, env: Record<string, string> = OWN) =>
  runCli(['admin', 'rotate-key'], directory, env);

const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/admin/teams`, { headers: { 'x-admin-key': key } })).status;

function acts(directory: string): string[] {
  const log = openSqliteReader(join(directory, 'log.db'));
  const sql = `SELECT body FROM events WHERE type = 'admin.acted'`;
  const rows = log.all<{ body: string }>(sql).map(({ body }) => JSON.parse(body).data.act);
  log.db.close();
  return rows;
}

test('a running service accepts the rotated key immediately and refuses the old one', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory, OWN);
  const VAULT_PORT = new URL(service.url).port;
  const keys = [keyIn(directory)];
  for (let round = 0; round < 3; round++) {
    const { code, output } = await rotate(directory, { ...OWN, VAULT_PORT });
    expect([code, output]).toEqual([0, expect.stringContaining('has a new key')]);
    keys.push(keyIn(directory));
  }
  expect(new Set(keys).size).toBe(4);
  const statuses = [];
  for (const key of keys) statuses.push(await statusWith(service.url, key));
  expect(statuses).toEqual([401, 401, 401, 200]);
  expect(statSync(join(directory, 'admin.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory).filter((file) => file.startsWith('admin.key'))).toEqual([
    'admin.key',
  ]);
  await service.stop();
  expect(acts(directory)).toEqual(['rotate-key', 'rotate-key', 'rotate-key']);
});

test('a key is rotated and recorded without a running service', async () => {
  const directory = temporaryDirectory();
  await (await serviceHere(directory, OWN)).stop();
  const old = keyIn(directory);
  expect((await rotate(directory)).code).toBe(0);
  expect(acts(directory)).toEqual(['rotate-key']);
  const service = await serviceHere(directory, OWN);
  expect(await statusWith(service.url, old)).toBe(401);
  expect(await statusWith(service.url, keyIn(directory))).toBe(200);
  await service.stop();
});

test('a key from the environment is not rotated, and the message says where it is set', async () => {
  const directory = temporaryDirectory();
  const set = await rotate(directory, { VAULT_ADMIN_KEY: 'a key of sixteen characters' });
  expect([set.code, set.output]).toEqual([
    1,
    'memory-vault: VAULT_ADMIN_KEY sets the key: change that setting, and restart the service\n',
  ]);
  const none = await rotate(directory);
  expect([none.code, none.output]).toEqual([
    1,
    expect.stringContaining(`there is no vault in ${directory}`),
  ]);
  expect(readdirSync(directory)).toEqual([]);
});

test('the message reports that a service with a configured key refuses the new one', async () => {
  const directory = temporaryDirectory();
  await (await serviceHere(directory, OWN)).stop();
  const service = await serviceHere(directory);
  const VAULT_PORT = new URL(service.url).port;
  const { code, output } = await rotate(directory, { ...OWN, VAULT_PORT });
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('check whether VAULT_ADMIN_KEY sets another key there'),
  ]);
  await service.stop();
});
