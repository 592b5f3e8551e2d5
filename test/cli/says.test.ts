import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { DIAGNOSTICS } from '../../src/diagnostics/catalogue.js';
import { Database } from '../../src/sqlite/database.js';
import { ADMIN } from '../support/notes.js';
import { saveNote } from '../support/saveNote.js';
import { runCli, type Service, spawnedCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function post(service: Service, title: string): Promise<number> {
  const { status } = await fetch(`${service.url}/api/v1/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ADMIN },
    body: JSON.stringify({ title, content: 'c', type: 'task', project: 'p' }),
  });
  return status;
}

test('all that a service says is JSON, and every line has a code of the catalogue', async () => {
  const directory = temporaryDirectory();
  const env = { VAULT_NOT_A_SETTING: '1', VAULT_HOST: '0.0.0.0', VAULT_AUTH: 'open' };
  const service = await startService(directory, env);
  const port = new URL(service.url).port;
  const rebuild = `http://127.0.0.1:${port}/admin/projections/rebuild?wait=1`;
  await fetch(rebuild, { method: 'POST', headers: ADMIN });
  expect(await service.stop('SIGTERM')).toBe(0);
  const lines = linesOf(service.output());
  expect(lines.map((line) => line.code)).toEqual(
    expect.arrayContaining([
      'setting_unknown',
      'only_local_names',
      'listening',
      'rebuild_started',
      'rebuild_finished',
      'stopping',
      'stopped',
    ]),
  );
  for (const line of lines) {
    expect(Object.keys(DIAGNOSTICS)).toContain(line.code);
    expect(line).toMatchObject({ msg: expect.stringMatching(/./), time: expect.any(Number) });
  }
  expect(lines.find(({ code }) => code === 'setting_unknown')).toMatchObject({
    level: 40,
    setting: 'VAULT_NOT_A_SETTING',
    next: expect.stringContaining('memory-vault settings'),
  });
});

test.each<[string, Record<string, string>, object]>([
  ['a wrong setting', { VAULT_TIER: 'gold' }, { code: 'setting_wrong', setting: 'VAULT_TIER' }],
  [
    'an address of another machine',
    { VAULT_HOST: '192.0.2.1', VAULT_AUTH: 'open' },
    { code: 'cannot_listen' },
  ],
])('a start that %s prevents ends with one fatal line', async (_what, env, expected) => {
  const { code, stdout, stderr } = await spawnedCli([], temporaryDirectory(), env);
  expect([code, stderr]).toEqual([1, '']);
  expect(linesOf(stdout).at(-1)).toMatchObject({
    level: 60,
    next: expect.stringMatching(/./),
    ...expected,
  });
});

test('a start on a directory that is no directory names it', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { code, stdout } = await spawnedCli([], file);
  expect(code).toBe(1);
  expect(linesOf(stdout)).toMatchObject([{ level: 60, file: expect.stringContaining(file) }]);
});

test('with the log silenced, a start that fails still says why, in words', async () => {
  const env = { VAULT_LOG_LEVEL: 'silent' };
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { code, stdout, stderr } = await spawnedCli([], file, env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^memory-vault: .*file.*\. \w.*\n$/);
});

test.each([
  [['rebuild'], 1],
  [['digest'], 1],
  [['verify'], 2],
  [['verify', '--no-views'], 2],
  [['checkpoint'], 1],
  [['checkpoint', '--public-key'], 1],
  [['backup', 'copy.db'], 1],
  [['hive', 'dry-run'], 1],
  [['export'], 1],
  [['scrub', '--dry-run'], 1],
  [['scrub'], 1],
  [['admin', 'rotate-key'], 1],
  [['invite', 'ada@example.org', '--team', 't', '--create'], 1],
])('%j in a directory without a vault says so and makes nothing', async (args, code) => {
  const directory = join(temporaryDirectory(), 'mistyped');
  const env = {
    VAULT_HIVE_URL: 'http://127.0.0.1:1',
    VAULT_HIVE_KEY: 'a-key-of-a-hub-long-enough',
    VAULT_ADMIN_KEY: '',
  };
  const run = await runCli(args, directory, { ...env, HOME: temporaryDirectory() });
  expect(run.stderr).toMatch(
    /^memory-vault: .*there is no vault in \S+mistyped: it has no log.db\. Set VAULT_DATA_DIR to the directory of a vault.*\n$/,
  );
  expect([run.code, run.stdout]).toEqual([code, '']);
  expect(existsSync(directory)).toBe(false);
});

test('verify that cannot read a file exits with 2 and names it; with 1 only for what it found', async () => {
  const directory = temporaryDirectory();
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
  await saveNote(app, { title: 'one' });
  await app.close();
  const file = join(directory, 'log.db');
  const cannot = async (said: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await runCli(args, directory);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^memory-vault: could not verify: /);
    expect(stderr).toMatch(said);
  };
  await cannot(
    /none\.db cannot be opened\. Check the path\n$/,
    'verify',
    '--log',
    join(directory, 'none.db'),
  );
  await cannot(/ is not a file\. Check the path\n$/, 'verify', '--log', directory);
  await cannot(
    /proof cannot be opened\. Check the path\n$/,
    'verify-proof',
    join(directory, 'proof'),
  );
  const other = new Database(file);
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN IMMEDIATE; COMMIT');
  await cannot(
    /another program has locked .*log\.db\. End that program and try again\n$/,
    'verify',
  );
  other.close();
  expect((await runCli(['verify'], directory)).code).toBe(0);
  writeFileSync(file, 'no database, but long enough to be taken for one. '.repeat(99));
  const found = await runCli(['verify'], directory);
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(/^NOT ok: /m);
});

test('restore of something that cannot be read, and of a damaged backup, say which it is', async () => {
  const directory = temporaryDirectory();
  const damaged = join(directory, 'damaged.db');
  writeFileSync(damaged, 'no database, but long enough to be taken for one. '.repeat(99));
  const restore = (file: string) => runCli(['restore', file], join(directory, 'vault'));
  expect(await restore(damaged)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/damaged\.db does not verify\. Nothing was changed: /),
  });
  expect(await restore(directory)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/there is no file .*: give the path of a backup/),
  });
});

test.runIf(process.platform === 'linux')(
  'what a service acknowledged before its data directory was deleted can be rescued from its open files',
  async () => {
    const directory = join(temporaryDirectory(), 'vault');
    const service = await startService(directory);
    for (let i = 0; i < 20; i++) expect(await post(service, `note ${i}`)).toBe(200);
    rmSync(directory, { recursive: true });
    expect(await post(service, 'too late')).toBe(503);
    const rescued = join(temporaryDirectory(), 'rescued');
    mkdirSync(rescued);
    const open = `/proc/${service.process.pid}/fd`;
    for (const name of ['log.db', 'log.db-wal']) {
      const fd = readdirSync(open).find((one) =>
        readlinkSync(join(open, one)).startsWith(join(directory, `${name} `)),
      );
      copyFileSync(join(open, fd ?? ''), join(rescued, name));
      chmodSync(join(rescued, name), 0o600);
    }
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(linesOf(service.output()).filter(({ level }) => level === 60)).toMatchObject([
      {
        code: 'log_file_gone',
        file: join(directory, 'log.db'),
        next: expect.stringContaining('rescue'),
      },
    ]);
    const restored = await runCli(['restore', join(rescued, 'log.db')], directory);
    expect(restored.stdout).toMatch(/^20 events/);
  },
);

test('a write-ahead log that was deleted is made up for by a stop, which writes what the process holds', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  for (let i = 0; i < 20; i++) expect(await post(service, `note ${i}`)).toBe(200);
  rmSync(join(directory, 'log.db-wal'));
  expect(await post(service, 'too late')).toBe(503);
  expect(await service.stop('SIGTERM')).toBe(0);
  const { code, stdout } = await runCli(['verify'], directory);
  expect(stdout).toMatch(/^20 events/);
  expect(code).toBe(0);
});
