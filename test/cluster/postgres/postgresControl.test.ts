import { expect, test } from 'vitest';
import { givenPostgres } from '../../support/postgres/givenPostgres.js';

const given = givenPostgres();

const LONG = 600_000;

/** What two nodes tell each other. */
async function two() {
  const database = await given();
  const control = (node: string) => database.open({ node }).control;
  return { ...database, one: control('one'), other: control('other') };
}

test('a lease is held by one node, which may renew it', async () => {
  const { one, other } = await two();
  expect(await one.hold('sweeper', LONG)).toEqual({ state: undefined });
  expect(await other.hold('sweeper', LONG)).toBeUndefined();
  expect(await one.hold('sweeper', LONG)).toEqual({ state: undefined });
  expect(await other.hold('hive', LONG)).toEqual({ state: undefined });
});

test('a lease that has run out by the clock of the database is taken over, with what was left', async () => {
  const { one, other, sql } = await two();
  await one.hold('hive', LONG);
  expect(await one.leave('hive', 'cursor 7')).toBe(true);
  await sql(`UPDATE vault.leases SET until = clock_timestamp()`);
  expect(await one.leave('hive', 'cursor 8')).toBe(false);
  expect(await other.hold('hive', LONG)).toEqual({ state: 'cursor 7' });
  expect(await one.leave('hive', 'cursor 8')).toBe(false);
  expect(await one.hold('hive', LONG)).toBeUndefined();
  expect(await other.leave('hive', 'cursor 9')).toBe(true);
});

test('a node that leaves keeps nobody waiting, and leaves what is of others alone', async () => {
  const { one, other } = await two();
  await one.report({ position: 3, wiped: 2 }, LONG);
  await other.report({ position: 3, wiped: 3 }, LONG);
  await one.hold('hive', LONG);
  await one.leave('hive', 'cursor 7');
  await other.hold('sweeper', LONG);
  await one.leaveAll();
  expect(await other.report({ position: 3, wiped: 3 }, LONG)).toHaveLength(1);
  expect(await other.hold('hive', LONG)).toEqual({ state: 'cursor 7' });
  expect(await one.hold('sweeper', LONG)).toBeUndefined();
});

test('the last report of a node is known to whoever has its name, until it is taken back', async () => {
  const { one, other } = await two();
  expect(await one.lastReport()).toBeUndefined();
  await one.report({ position: 3, wiped: 2 }, LONG);
  const last = await one.lastReport();
  expect(last?.ageMs).toBeGreaterThanOrEqual(0);
  expect((await one.lastReport())?.at).toBe(last?.at);
  expect(await other.lastReport()).toBeUndefined();
  await one.report({ position: 3, wiped: 3 }, LONG);
  expect((await one.lastReport())?.at).toBeGreaterThan(last?.at ?? 0);
  await one.leaveAll();
  expect(await one.lastReport()).toBeUndefined();
});

test('a report is seen by all, until it is too old', async () => {
  const { one, other, sql } = await two();
  await one.report({ position: 3, wiped: 2 }, LONG);
  expect(await other.report({ position: 4, wiped: 4 }, LONG)).toEqual([
    { name: 'one', position: 3, wiped: 2 },
    { name: 'other', position: 4, wiped: 4 },
  ]);
  await sql(`UPDATE vault.nodes SET seen = seen - interval '1 hour' WHERE name = 'one'`);
  expect(await other.report({ position: 5, wiped: 4 }, LONG)).toEqual([
    { name: 'other', position: 5, wiped: 4 },
  ]);
  expect(await one.report({ position: 5, wiped: 5 }, LONG)).toHaveLength(2);
});

test('the first node sets a value, and others are told it', async () => {
  const { one, other } = await two();
  expect(await one.firstValue('token', 'a')).toBe('a');
  expect(await other.firstValue('token', 'a')).toBe('a');
  expect(await other.firstValue('token', 'b')).toBe('a');
  expect(await other.firstValue('admin', 'b')).toBe('b');
  expect(await one.firstValue('token', 'a')).toBe('a');
});

test('a checkpoint is kept on top of the newest one, and another one on top of that is not', async () => {
  const { one, other } = await two();
  expect(await one.newestCheckpoint()).toBeUndefined();
  const kept = [
    await one.addCheckpoint(10, 'ten', 0),
    await other.addCheckpoint(9, 'nine', 0),
    await other.addCheckpoint(11, 'eleven', 0),
    await other.addCheckpoint(12, 'twelve', 10),
  ];
  expect(kept).toEqual([true, false, false, true]);
  expect(await one.newestCheckpoint()).toBe('twelve');
});

test('nobody changes checkpoints and secrets', async () => {
  const { one, sql } = await two();
  await one.addCheckpoint(10, 'ten', 0);
  await one.firstValue('token', 'a');
  for (const table of ['checkpoints', 'secrets'])
    for (const user of ['vault_node', 'vault_owner'])
      for (const statement of [`DELETE FROM vault.${table}`, `TRUNCATE vault.${table}`])
        await expect(sql(statement, user)).rejects.toMatchObject({ code: '42501' });
  await expect(sql(`UPDATE vault.checkpoints SET note = ''`)).rejects.toThrow('is refused');
  await expect(sql(`UPDATE vault.secrets SET fingerprint = ''`)).rejects.toThrow('is refused');
});
