import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { moveToPostgres } from '../../src/cluster/moveToPostgres.js';
import { moveToSqlite } from '../../src/cluster/moveToSqlite.js';
import type { Config } from '../../src/config/config.js';
import { eventlessAnswers } from '../../src/log/sqlite/answers.js';
import { type Copied, copiedOf, writeCopied } from '../../src/log/sqlite/copied.js';
import { signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { verify } from '../../src/maintenance/verify.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { openSqlite, openSqliteReader } from '../../src/sqlite/sqlite.js';
import { everyKind } from '../support/everyKind.js';
import { givenPostgres, type TestDatabase } from '../support/postgres/givenPostgres.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const database = givenPostgres();
const NOW = { now: 0 };
const SECRETS = {
  VAULT_TOKEN_SECRET: 'the token secret of all nodes',
  VAULT_CHECKPOINT_KEY: newSigningKey('memory-vault/moving'),
};

const ownerOf = ({ place }: TestDatabase) => place('postgres');

/** A vault by itself, and the same as a node. */
const alone = (directory: string) => testConfig({ VAULT_DATA_DIR: directory, ...SECRETS });
const node = (directory: string, { url }: TestDatabase, name = 'one') =>
  testConfig({
    ...SECRETS,
    VAULT_DATA_DIR: directory,
    VAULT_LOG: url(),
    VAULT_NODE: name,
    VAULT_LOG_DURABILITY: 'managed',
  });

/** Does something with a vault that is opened for that, and closed again. */
async function within<T>(config: Config, work: (app: App) => T) {
  const app = await openApp(config);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

const save = (config: Config, title: string) => within(config, (app) => saveNote(app, { title }));

/** A directory with a vault that has a few notes. */
async function vaultWith(...titles: string[]): Promise<string> {
  const directory = temporaryDirectory();
  for (const title of titles) await save(alone(directory), title);
  return directory;
}

/** All that a log says, and what it would answer to retries. */
async function contentOf(config: Config) {
  const { entries } = await within(config, ({ log }) => log.readEntries(0, 10_000, {}));
  const sql = openSqliteReader(join(config.dataDir, 'log.db'));
  const answers = [...eventlessAnswers(sql)];
  sql.db.close();
  return { entries, answers };
}

function back(directory: string, shared: TestDatabase, name = 'one') {
  const { sharedLog } = node(directory, shared, name);
  if (!sharedLog) throw new Error('it is no node');
  return moveToSqlite(directory, sharedLog, ownerOf(shared), NOW);
}

/** Changes what log.db says of the shared log, as a process would have left it that was killed before it did. */
function pretend(directory: string, change: (copied: Copied | undefined) => Copied | undefined) {
  const sql = openSqlite(join(directory, 'log.db'), 'FULL');
  const before = copiedOf(sql);
  writeCopied(sql, change(before));
  sql.db.close();
  return before;
}

test('a log with events of every kind is moved into PostgreSQL and back, and no event, answer or hash differs', async () => {
  const [directory, shared] = [temporaryDirectory(), await database()];
  // Its secrets are there first.
  await within(alone(directory), () => {});
  await everyKind(directory);
  const before = await contentOf(alone(directory));
  const { size } = signCheckpoint(directory);
  const hash = before.entries.at(-1)?.hash.toString('hex');
  expect(before.answers.length).toBeGreaterThan(0);
  const moved = await moveToPostgres(directory, ownerOf(shared), NOW);
  expect(moved).toMatchObject({ events: before.entries.length, hash, wasThere: false });
  expect(await shared.sql('SELECT size FROM vault.checkpoints')).toEqual([{ size: `${size}` }]);

  await expect(openApp(alone(directory))).rejects.toMatchObject({ code: 'log_is_copy' });
  expect(await contentOf(node(directory, shared))).toEqual(before);
  const other = temporaryDirectory();
  expect(await contentOf(node(other, shared, 'two'))).toEqual(before);
  await save(node(other, shared, 'two'), 'saved by another node');

  const returned = await back(directory, shared);
  expect(returned).toMatchObject({ events: before.entries.length + 1, wasClosed: false });
  const after = await contentOf(alone(directory));
  expect(after.entries.slice(0, -1)).toEqual(before.entries);
  expect(after.answers).toEqual(before.answers);
  const verified = await verify({ logFile: join(directory, 'log.db'), dataDir: directory });
  expect(verified).toMatchObject({ ok: true, hash: returned.hash });
});

test('a move into a shared log that holds other events changes nothing', async () => {
  const [shared, first, second] = [
    await database(),
    await vaultWith('one'),
    await vaultWith('two'),
  ];
  await moveToPostgres(first, ownerOf(shared), NOW);
  await expect(moveToPostgres(second, ownerOf(shared), NOW)).rejects.toThrow(
    /already has 1 events.*name an empty database/,
  );
  await save(alone(second), 'still its own');
});

test('a move that was killed after the shared log had everything is finished by the next one', async () => {
  const [shared, directory] = [await database(), await vaultWith('one', 'two')];
  await moveToPostgres(directory, ownerOf(shared), NOW);
  const copied = pretend(directory, () => undefined);
  expect(await moveToPostgres(directory, ownerOf(shared), NOW)).toMatchObject({ wasThere: true });
  expect(pretend(directory, (same) => same)).toEqual(copied);
  await expect(moveToPostgres(directory, ownerOf(shared), NOW)).rejects.toThrow(
    /is the copy of this shared log already/,
  );
});

test('a move that fails on the way leaves the shared log empty', async () => {
  const [shared, directory] = [await database(), await vaultWith('one', 'two')];
  await shared.sql(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF new.position = 2 THEN RETURN NULL; END IF; RETURN new; END $$;
    CREATE TRIGGER lose BEFORE INSERT ON vault.events FOR EACH ROW EXECUTE FUNCTION lose()`);
  await expect(moveToPostgres(directory, ownerOf(shared), NOW)).rejects.toThrow(
    '1 of 2 events arrived in the shared log',
  );
  expect(await shared.sql('SELECT FROM vault.events')).toEqual([]);
  await save(alone(directory), 'still its own');
});

test('a move back that was killed after the shared log was closed is finished by the next one, on the same node alone', async () => {
  const [shared, directory, other] = [
    await database(),
    await vaultWith('one'),
    temporaryDirectory(),
  ];
  await moveToPostgres(directory, ownerOf(shared), NOW);
  await save(node(directory, shared), 'saved by the node');
  await save(node(other, shared, 'two'), 'saved by another node');
  const copied = pretend(directory, (same) => same);
  await back(directory, shared);
  pretend(directory, () => copied);
  await expect(back(other, shared, 'two')).rejects.toMatchObject({ code: 'shared_log_moved' });
  expect(await back(directory, shared)).toMatchObject({ events: 3, wasClosed: true });
  await save(alone(directory), 'its own again');
});

test('once a log was moved back, no node goes on with the shared log', async () => {
  const [shared, directory] = [await database(), await vaultWith('one')];
  await moveToPostgres(directory, ownerOf(shared), NOW);
  const running = await openApp(node(temporaryDirectory(), shared, 'two'));
  try {
    await back(directory, shared);
    await expect(saveNote(running, { title: 'too late' })).rejects.toThrow(/nothing was stored/);
    expect(running.cluster.status().isForked).toBe(true);
  } finally {
    await running.close();
  }
  const fresh = node(temporaryDirectory(), shared, 'three');
  await expect(openApp(fresh)).rejects.toMatchObject({ code: 'shared_log_moved' });
});
