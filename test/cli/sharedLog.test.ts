import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { SQL_CHECKS } from '../../src/cluster/postgres/checkInSql.js';
import { forgetObservation } from '../../src/commands/observations.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { databaseIn, givenPostgres, type TestDatabase } from '../support/postgres/givenPostgres.js';
import { saveNote } from '../support/saveNote.js';
import { runCli } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const database = givenPostgres();

const SECRETS = {
  VAULT_TOKEN_SECRET: 'the token secret of all nodes',
  VAULT_CHECKPOINT_KEY: newSigningKey('memory-vault/shared'),
};

/** The settings of a node, with those of the owner. */
const nodeOf = ({ url }: TestDatabase) => ({
  ...SECRETS,
  VAULT_LOG: url(),
  VAULT_NODE: 'one',
  VAULT_LOG_DURABILITY: 'managed',
  VAULT_LOG_OWNER: url('postgres'),
});

/** Saves notes in a vault with those settings, and forgets some of them. Gives their ids. */
async function save(
  directory: string,
  titles: readonly string[],
  env: Record<string, string> = {},
  forgotten: readonly string[] = [],
): Promise<void> {
  const { VAULT_LOG_OWNER: _, ...settings } = env;
  const app = await openApp(testConfig({ ...SECRETS, ...settings, VAULT_DATA_DIR: directory }));
  try {
    for (const title of titles) {
      const id = await saveNote(app, { title });
      if (!forgotten.includes(title)) continue;
      await app.executor.execute(forgetObservation, { id }, { meta: { actor: 'test' } });
    }
  } finally {
    await app.close();
  }
}

/** A vault that was moved into the shared log. */
async function moved(shared: TestDatabase, titles: readonly string[]): Promise<string> {
  const directory = temporaryDirectory();
  await save(directory, titles);
  const { code, output } = await runCli(
    ['migrate', '--to', shared.url('postgres')],
    directory,
    SECRETS,
  );
  expect([code, output]).toEqual([0, expect.stringContaining('sent and checked in')]);
  return directory;
}

test('log prepare makes the tables, can be run again, and shows no password', async () => {
  const prepared = await database();
  const { server } = prepared;
  const empty = await databaseIn(server, 'prepared_by_hand');
  const url = empty.url('postgres:pass%20word');
  for (const _ of [1, 2]) {
    const { code, output } = await runCli(['log', 'prepare', url], temporaryDirectory());
    expect([code, output]).toEqual([0, expect.stringContaining('has the tables of a shared log')]);
    expect(output).toContain('VAULT_LOG=postgres://vault_node@');
    expect(output).not.toContain('pass');
  }
  const none = await runCli(['log', 'prepare'], temporaryDirectory());
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('set VAULT_LOG_OWNER')]);
});

test('after migrate --to postgres, the directory is that of a node; after --to sqlite, it is a vault of its own', async () => {
  const shared = await database();
  const directory = await moved(shared, ['one', 'two']);
  const refused = await runCli(['rebuild'], directory, SECRETS);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('VAULT_LOG')]);

  const backup = join(temporaryDirectory(), 'backup.db');
  const kept = await runCli(['backup', backup], directory, nodeOf(shared));
  expect([kept.code, kept.output]).toEqual([0, expect.stringContaining('up to event 2')]);
  const verified = await runCli(['verify', '--shared'], directory, nodeOf(shared));
  expect([verified.code, verified.output]).toEqual([
    0,
    expect.stringContaining('PostgreSQL finds every hash right'),
  ]);
  const doctor = await runCli(['doctor'], directory, nodeOf(shared));
  expect(doctor.output).toContain('shared log: it can be read: 2 events');
  expect(doctor.output).toContain('copy: it has all events');

  const into = await runCli(['restore', backup], temporaryDirectory(), nodeOf(shared));
  expect([into.code, into.stderr]).toEqual([1, expect.stringContaining('migrate --to postgres')]);
  const restored = temporaryDirectory();
  expect((await runCli(['restore', backup], restored, SECRETS)).code).toBe(0);
  await save(restored, ['a log of its own']);

  const noOwner = { ...nodeOf(shared), VAULT_LOG_OWNER: '' };
  const unowned = await runCli(['migrate', '--to', 'sqlite'], directory, noOwner);
  expect([unowned.code, unowned.stderr]).toEqual([1, expect.stringContaining('VAULT_LOG_OWNER')]);
  const noRight = { ...nodeOf(shared), VAULT_LOG_OWNER: shared.url() };
  const denied = await runCli(['migrate', '--to', 'sqlite'], directory, noRight);
  expect([denied.code, denied.stderr]).toEqual([
    1,
    expect.stringContaining('not a member of vault_owner'),
  ]);
  const back = await runCli(['migrate', '--to', 'sqlite'], directory, nodeOf(shared));
  expect([back.code, back.output]).toEqual([
    0,
    expect.stringContaining('the shared log is closed'),
  ]);
  await save(directory, ['its own again']);
});

test('what was changed in PostgreSQL is found by verify --shared, and by psql alone', async () => {
  const shared = await database();
  const directory = await moved(shared, ['one', 'two', 'three']);
  const check = () => runCli(['verify', '--shared', '--no-views'], directory, nodeOf(shared));
  const without = (table: string, change: string) =>
    shared.sql(`ALTER TABLE vault.${table} DISABLE TRIGGER ALL; ${change}`);
  const firstWrong = async () => {
    const found = await Promise.all(SQL_CHECKS.map(({ text }) => shared.sql(text)));
    return found.map(([row]) => row?.first_wrong ?? null);
  };
  expect(await firstWrong()).toEqual([null, null]);
  await without('payloads_0', `UPDATE vault.payloads SET body = body || ' ' WHERE position = 2`);
  expect(await firstWrong()).toEqual([null, '2']);
  const payload = await check();
  expect([payload.code, payload.output]).toEqual([
    1,
    expect.stringContaining('shared: event 2: in the shared log, its payload is not the one'),
  ]);
  await without('events', 'UPDATE vault.events SET at = at + 1 WHERE position = 1');
  expect(await firstWrong()).toEqual(['1', '2']);
  const chain = await check();
  expect([chain.code, chain.output]).toEqual([
    1,
    expect.stringContaining('shared: event 1: in the shared log, its hash does not follow'),
  ]);
  const printed = await runCli(['log', 'sql'], directory);
  for (const { text } of SQL_CHECKS) expect(printed.stdout).toContain(text);
});

test('log lost lists what only this node holds, with all of it as JSON, and nothing where the shared log has all', async () => {
  const shared = await database();
  const directory = await moved(shared, ['one', 'two']);
  const nothing = await runCli(['log', 'lost'], directory, nodeOf(shared));
  expect([nothing.code, nothing.stdout, nothing.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('nothing is lost: the shared log has all events of'),
  ]);
  // What a copy looks like whose shared log went on from an earlier moment without it.
  const other = join(temporaryDirectory(), 'vault');
  mkdirSync(other);
  const aside = join(other, 'log.db');
  copyFileSync(join(directory, 'log.db'), aside);
  const sql = openSqlite(aside, 'FULL');
  sql.run('DELETE FROM copied');
  sql.db.close();
  await save(other, ['lost', 'lost as well']);
  await save(directory, ['went on without them'], nodeOf(shared));

  const table = await runCli(['log', 'lost', aside], directory, nodeOf(shared));
  expect(table.code).toBe(0);
  expect(table.stdout).toMatch(
    /position +time +type +stream +says\n3 .*observation\.saved .*lost\n4 .*lost as well\n$/,
  );
  expect(table.stderr).toContain('2 events that the shared log does not have');
  const json = await runCli(['log', 'lost', '--json', aside], directory, nodeOf(shared));
  const lines = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { position: 3, type: 'observation.saved', data: { title: 'lost', content: 'c' } },
    { position: 4, data: { title: 'lost as well' } },
  ]);
  const doctor = await runCli(['doctor'], other, nodeOf(shared));
  expect(doctor.output).toContain('log.db is a log of its own with events');
});

test('log vacuum takes what was forgotten out of the files of PostgreSQL, once', async () => {
  const shared = await database();
  const directory = await moved(shared, ['kept']);
  await save(directory, ['zebrafinch'], nodeOf(shared), ['zebrafinch']);
  const bytes = async () => {
    await shared.sql('CHECKPOINT');
    const [row] = await shared.sql("SELECT pg_relation_filepath('vault.payloads_0') AS path");
    return readFileSync(join(shared.server.directory, String(row?.path))).toString('latin1');
  };
  expect(await bytes()).toContain('zebrafinch');
  const newest = await runCli(['log', 'vacuum'], directory, nodeOf(shared));
  expect(newest.output).toContain('payloads_0: 1 payload erased: skipped');
  const done = await runCli(['log', 'vacuum', '--newest'], directory, nodeOf(shared));
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('rewritten in')]);
  expect(await bytes()).toContain('kept');
  expect(await bytes()).not.toContain('zebrafinch');
  const again = await runCli(['log', 'vacuum', '--newest'], directory, nodeOf(shared));
  expect(again.output).toContain('nothing to do: no text was erased since the last run');
});

test('after log secrets --renew, the next node to start may have other secrets', async () => {
  const shared = await database();
  const directory = await moved(shared, ['one']);
  await save(directory, ['two'], nodeOf(shared));
  const changed = { ...nodeOf(shared), VAULT_TOKEN_SECRET: 'another secret for all nodes' };
  const fresh = temporaryDirectory();
  await expect(save(fresh, [], changed)).rejects.toMatchObject({ code: 'secret_differs' });
  const idle = await runCli(['log', 'secrets'], directory, nodeOf(shared));
  expect([idle.code, idle.stderr]).toEqual([2, expect.stringContaining('--renew')]);
  const renewed = await runCli(['log', 'secrets', '--renew'], directory, nodeOf(shared));
  expect([renewed.code, renewed.output]).toEqual([
    0,
    expect.stringContaining('VAULT_ADMIN_KEY, VAULT_CHECKPOINT_KEY'),
  ]);
  await save(temporaryDirectory(), ['three'], changed);
  await expect(save(directory, [], nodeOf(shared))).rejects.toMatchObject({
    code: 'secret_differs',
  });
  // Nobody but the owner can do this: the triggers are there as before.
  await expect(shared.sql('DELETE FROM vault.secrets')).rejects.toThrow('is refused');
});
