import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Batch, NewEvent } from '../../../src/log/eventLog.js';
import { appendBatch } from '../../../src/log/sqlite/append.js';
import { openLogFile } from '../../../src/log/sqlite/logFile.js';
import { openSqliteLogReader } from '../../../src/log/sqlite/logReader.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { openSqlite } from '../../../src/sqlite/sqlite.js';
import { checkChain } from '../../support/checkChain.js';
import { redacted } from '../../support/redacted.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { eventLogContract } from '../eventLogContract.js';

const place = () => join(temporaryDirectory(), 'log.db');

describe.each([1, 1000])('with tables settled after %i events', (lag) => {
  eventLogContract({ place, open: (file, clock) => openSqliteEventLog(file, { clock, lag }) });
});

const phase = (version: number): NewEvent => ({
  id: `event ${version}`,
  stream: 'sdd/p',
  version,
  at: 1,
  meta: { actor: 'test' },
  type: 'sdd.phase_entered',
  data: { project: redacted('p'), phase: 'spec' },
});

const EMPTY = { position: 0, hash: Buffer.alloc(32) };

const batch =
  (...events: NewEvent[]) =>
  async (): Promise<Batch> => ({ events, answers: [], deduplicated: 0 });

test('the file conforms to its format after accepted and refused batches', async () => {
  const file = place();
  const log = openSqliteEventLog(file);
  await log.appendNext(batch(phase(1), phase(2)));
  await expect(log.appendNext(batch(phase(3), phase(3)))).rejects.toThrow();
  await log.close();
  expect(checkChain(file)).toEqual([]);
});

test('where SQLite ends the transaction while a batch is decided, nothing of the batch is written', async () => {
  const file = place();
  const { sql, reads, inOneMoment } = openLogFile(file, 'FULL', {}, () => {});
  const appended = inOneMoment(async (write) => {
    // So does a failed read of a disk elsewhere.
    sql.run('ROLLBACK');
    const decided = await batch(phase(1))();
    return write((kinds) => appendBatch(sql, kinds, decided, EMPTY));
  });
  await expect(appended).rejects.toThrow('SQLite ended the transaction');
  expect(await reads.head()).toEqual(EMPTY);
  await reads.close();
});

test('wiping and closing wait until a decision is written', async () => {
  const log = openSqliteEventLog(place());
  let decide = () => {};
  const asked = new Promise<void>((decided) => {
    decide = decided;
  });
  const appended = log.appendNext(async () => {
    await log.readStream('sdd/p');
    await asked;
    return batch(phase(1))();
  });
  const wiped = log.wipe();
  const closed = log.close();
  decide();
  expect((await appended).head.position).toBe(1);
  expect(await wiped).toBe(true);
  await closed;
});

test('a reader on its own connection sees the log grow, unless it is frozen', async () => {
  const file = place();
  const log = openSqliteEventLog(file);
  await log.appendNext(batch(phase(1)));
  const reader = openSqliteLogReader(file);
  await log.appendNext(batch(phase(2)));
  expect((await reader.readAfter(1, 10)).map(({ position }) => position)).toEqual([2]);
  expect(reader.freeze()).toEqual(await log.head());
  const { head } = await log.appendNext(batch(phase(3)));
  expect((await reader.head()).position).toBe(2);
  reader.thaw();
  expect(await reader.head()).toEqual(head);
  expect(await reader.hashAt(3)).toEqual(head.hash);
  reader.close();
  await log.close();
});

test.each([
  ['an event is changed', `UPDATE events SET type = 'x'`, 'events are never changed'],
  ['an event is deleted', 'DELETE FROM events', 'events are never deleted'],
  ['a payload is changed', `UPDATE events SET body = '{}'`, 'erased as a whole'],
  ['a salt is changed', `UPDATE events SET salt = zeroblob(32)`, 'erased as a whole'],
])('SQLite itself refuses when %s', async (_what, sql, message) => {
  const file = place();
  const log = openSqliteEventLog(file);
  await log.appendNext(batch(phase(1)));
  await log.close();
  const raw = openSqlite(file, 'FULL');
  expect(() => raw.db.exec(sql)).toThrow(message);
  raw.db.close();
});

test('while another program holds the file, a batch is refused and can be sent again', async () => {
  const file = place();
  const log = openSqliteEventLog(file);
  const other = openSqlite(file, 'FULL');
  other.db.exec('BEGIN IMMEDIATE');
  await expect(log.appendNext(batch(phase(1)))).rejects.toMatchObject({ code: 'not_ready' });
  // A batch without events does not write to the file.
  expect((await log.appendNext(batch())).head.position).toBe(0);
  other.db.exec('ROLLBACK');
  other.db.close();
  expect((await log.appendNext(batch(phase(1)))).head.position).toBe(1);
  await log.close();
});
