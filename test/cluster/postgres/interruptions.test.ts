import { expect, test } from 'vitest';
import { SharedLogInterrupted } from '../../../src/cluster/sharedLog.js';
import { awaitRow } from '../../support/postgres/awaitRow.js';
import { append, batchOf, NOTHING } from '../../support/postgres/batchOf.js';
import { ownPostgres, type TestDatabase } from '../../support/postgres/givenPostgres.js';
import { stopTime } from '../../support/postgres/patient.js';

const given = ownPostgres();

const note = { stream: 'observation/a', version: 1 };

/** Waits until a connection to the database is in a state, and gives its process. */
async function processThat(database: TestDatabase, condition: string): Promise<number> {
  const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`;
  return Number((await awaitRow(database, text)).pid);
}

const HOLDS = `state = 'idle in transaction'`;

test('whoever holds the end and says nothing is cut off, and another one goes on', async () => {
  const database = await given();
  const frozen = await database.open({ idleMs: 2000 }).log.lock(NOTHING, 1);
  const { log } = database.open({ node: 'two' });
  const batch = await append(log, [note]);
  await expect(frozen.append(batchOf(frozen.delta.end, [note]))).rejects.toThrow(
    SharedLogInterrupted,
  );
  await frozen.release();
  expect((await log.readBehind(NOTHING, 1)).events).toEqual(batch.events);
});

test('a held end whose connection breaks is given up, and this node takes it anew', async () => {
  const database = await given();
  const { log } = database.open();
  const held = await log.lock(NOTHING, 1);
  const pid = await processThat(database, HOLDS);
  await database.sql(`SELECT pg_terminate_backend(${pid})`);
  const next = log.lock(NOTHING, 1);
  await expect(held.append(batchOf(held.delta.end, [note]))).rejects.toThrow(SharedLogInterrupted);
  await (await next).append(batchOf((await next).delta.end, [note]));
  expect((await log.readBehind(NOTHING, 1)).end.position).toBe(1);
});

test('what PostgreSQL does not answer in time is given up, and asked anew later', async () => {
  const database = await given();
  const { log } = database.open();
  await log.readBehind(NOTHING, 1);
  await (await log.lock(NOTHING, 1)).release();
  const other = await database.open({ node: 'two' }).log.lock(NOTHING, 1);
  const passDeadline = stopTime();
  const refused = expect(log.lock(NOTHING, 1)).rejects.toThrow('no answer within 60000 ms');
  await processThat(database, `wait_event_type = 'Lock'`);
  passDeadline();
  await refused;
  await other.append(batchOf(other.delta.end, [note]));
  const held = await log.lock(NOTHING, 1);
  expect(held.delta.end.position).toBe(1);
  await held.release();
});

test('a lock that takes too long is given up by PostgreSQL', async () => {
  const database = await given();
  const { log } = database.open({ lockMs: 100 });
  await (await log.lock(NOTHING, 1)).release();
  const other = await database.open({ node: 'two' }).log.lock(NOTHING, 1);
  await expect(log.lock(NOTHING, 1)).rejects.toThrow('(55P03)');
  await other.release();
});

test('a commit that was not waited for until the standby had it counts as not known', async () => {
  const database = await given();
  const { log } = database.open();
  const held = await log.lock(NOTHING, 1);
  await database.server.configure({ synchronous_standby_names: 'missing' });
  const batch = batchOf(held.delta.end, [note]);
  const appended = held.append(batch).then(
    () => 'stored',
    (error: unknown) => error,
  );
  const pid = await processThat(database, `wait_event = 'SyncRep'`);
  await database.sql(`SELECT pg_cancel_backend(${pid})`);
  expect(await appended).toBeInstanceOf(SharedLogInterrupted);

  // A new connection waits for the standby before it shows anything of it.
  const next = log.lock(NOTHING, 1);
  await processThat(database, `wait_event = 'SyncRep' AND pid <> ${pid}`);
  await database.server.configure({ synchronous_standby_names: '' });
  const { delta, release } = await next;
  expect(delta.events).toEqual(batch.events);
  await release();
});

test('a wait for the standby that takes too long is ended without cancelling it', async () => {
  const database = await given();
  const { log } = database.open();
  const held = await log.lock(NOTHING, 1);
  await database.server.configure({ synchronous_standby_names: 'missing' });
  const passDeadline = stopTime();
  const append = held.append(batchOf(held.delta.end, [note]));
  const refused = expect(append).rejects.toThrow(SharedLogInterrupted);
  await processThat(database, `wait_event = 'SyncRep'`);
  passDeadline();
  await refused;
  await processThat(database, `wait_event = 'SyncRep'`);
  // Nobody sees it before the standby has it.
  expect(await database.sql('SELECT position FROM vault.events')).toEqual([]);
  await database.server.configure({ synchronous_standby_names: '' });
  const settled = await log.lock(NOTHING, 1);
  expect(settled.delta.end.position).toBe(1);
  await settled.release();
});

test('a log that crashes and comes back is asked anew, and has all that it had acknowledged', async () => {
  const database = await given();
  const { log, control } = database.open();
  const batch = await append(log, [note]);
  await log.readBehind(NOTHING, 1);
  await control.leaveAll();
  const held = await log.lock(NOTHING, 1);
  await database.server.crash();
  await expect(held.append(batchOf(held.delta.end, [note]))).rejects.toThrow(SharedLogInterrupted);
  await expect(log.readBehind(NOTHING, 1)).rejects.toThrow(SharedLogInterrupted);
  await expect(log.lock(NOTHING, 1)).rejects.toThrow(/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  await expect(control.leaveAll()).rejects.toThrow(SharedLogInterrupted);
  await database.server.start();
  expect((await log.readBehind(NOTHING, 1)).events).toEqual(batch.events);
  await control.leaveAll();
  await append(log, [{ ...note, version: 2 }]);
});

test('an end that is held is given up when the log is closed', async () => {
  const database = await given();
  const opened = database.open();
  const held = await opened.log.lock(NOTHING, 1);
  await opened.close();
  await append(database.open({ node: 'two' }).log, [note]);
  await expect(held.append(batchOf(held.delta.end, [note]))).rejects.toThrow(SharedLogInterrupted);
  await expect(opened.log.lock(NOTHING, 1)).rejects.toThrow(SharedLogInterrupted);
});
