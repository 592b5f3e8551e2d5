import { expect, onTestFinished, test } from 'vitest';
import { append, NOTHING } from '../../support/postgres/batchOf.js';
import { givenPostgres } from '../../support/postgres/givenPostgres.js';

const given = givenPostgres();

const DENIED = { code: '42501', message: expect.stringContaining('permission denied') };
const REFUSED = { code: '42501', message: expect.stringContaining('is refused') };

/** A database with one event and one answer. */
async function filled() {
  const database = await given();
  const answered = [{ key: 'a', stream: 'observation/a' }];
  await append(database.open().log, [{ stream: 'observation/a', version: 1 }], answered);
  return database;
}

test('a node cannot write events, payloads and answers but by appending, nor the end of the log', async () => {
  const { sql } = await filled();
  const tables = ['events', 'payloads', 'payloads_0', 'answers', 'head', 'format'];
  const writes = tables.flatMap((table) => [
    `INSERT INTO vault.${table} SELECT * FROM vault.${table}`,
    `DELETE FROM vault.${table}`,
    `TRUNCATE vault.${table}`,
    `DROP TABLE vault.${table}`,
  ]);
  const changes = [
    'UPDATE vault.events SET at = 0',
    `UPDATE vault.payloads SET body = ''`,
    'UPDATE vault.answers SET version = 2',
    'UPDATE vault.head SET position = 0',
    'UPDATE vault.head SET hash = hash',
    'UPDATE vault.format SET version = 0',
    'ALTER TABLE vault.events DISABLE TRIGGER ALL',
    'CREATE TABLE vault.mine (n int)',
    'SELECT vault.add_partitions(5000000)',
    'SET ROLE vault_owner',
  ];
  for (const statement of [...writes, ...changes]) {
    const of = expect.stringMatching(/permission denied|must be owner/);
    await expect(sql(statement, 'vault_node'), statement).rejects.toMatchObject({
      code: '42501',
      message: of,
    });
  }
});

test('an append without its events does not move the end of the log', async () => {
  const { sql } = await given();
  const end = 'SELECT position FROM vault.head';
  // All arrays are null, and the counts of what is in them with them.
  const [call] =
    await sql(`SELECT format('SELECT vault.append(0, (SELECT hash FROM vault.head), 0, %s, 5, (SELECT hash FROM vault.head), 0, 0, 0)',
    (SELECT string_agg('NULL', ', ') FROM generate_series(1, pronargs - 8))) AS text
    FROM pg_proc WHERE oid = 'vault.append'::regproc`);
  await sql(String(call?.text), 'vault_node');
  expect(await sql(end)).toEqual([{ position: '0' }]);
});

test('an auditor reads the events and the end of the log, and no text', async () => {
  const { sql } = await filled();
  expect(await sql('SELECT position FROM vault.events', 'vault_auditor')).toEqual([
    { position: '1' },
  ]);
  expect(await sql('SELECT position FROM vault.head', 'vault_auditor')).toEqual([
    { position: '1' },
  ]);
  for (const table of ['payloads', 'payloads_0', 'answers', 'secrets', 'leases'])
    await expect(sql(`SELECT FROM vault.${table}`, 'vault_auditor')).rejects.toMatchObject(DENIED);
  await expect(sql('SELECT FROM vault.head FOR UPDATE', 'vault_auditor')).rejects.toMatchObject(
    DENIED,
  );
});

test('nobody else gets at the schema', async () => {
  const { sql, server } = await filled();
  await server.sql('CREATE ROLE somebody LOGIN');
  onTestFinished(async () => void (await server.sql('DROP ROLE somebody')));
  for (const table of ['events', 'head', 'payloads'])
    await expect(sql(`SELECT FROM vault.${table}`, 'somebody')).rejects.toMatchObject(DENIED);
});

test.each(['vault_owner', 'postgres'])(
  'what was recorded stays as it is, for %s, too',
  async (user) => {
    const { sql, open } = await filled();
    const changes = [
      'UPDATE vault.events SET at = 0',
      'DELETE FROM vault.events',
      'TRUNCATE vault.events',
      `UPDATE vault.payloads SET body = ''`,
      `UPDATE vault.payloads_0 SET body = ''`,
    ];
    for (const statement of changes)
      await expect(sql(statement, user), statement).rejects.toMatchObject(REFUSED);
    const { events } = await open().log.readBehind(NOTHING, 10);
    expect(events.map(({ payload }) => payload !== undefined)).toEqual([true]);
  },
);
