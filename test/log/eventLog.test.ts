import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Batch, EventLog, NewEvent } from '../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../src/log/sqlite/sqliteEventLog.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { checkChain } from '../support/checkChain.js';
import { redacted } from '../support/redacted.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

function saved(n: number, more: { hash?: string; key?: string } = {}): NewEvent {
  return {
    type: 'observation.saved',
    id: `event ${n}`,
    stream: `observation/${n}`,
    version: 1,
    at: 1000 + n,
    meta: { actor: 'test' },
    data: {
      id: String(n),
      session_id: SESSION,
      type: 'task',
      title: redacted('title'),
      content: redacted('content'),
      tags: [],
      content_hash: more.hash ?? `hash ${n}`,
      redactions: [],
    },
    request: more.key === undefined ? undefined : { key: more.key, fingerprint: 'print' },
  };
}

const batch = (...events: NewEvent[]): Batch => ({ events, answers: [], deduplicated: 0 });

/** What any engine behind the interface must do; `reopen` gives the same log after a restart. */
async function openLog(): Promise<{ file: string; log: EventLog }> {
  const file = join(temporaryDirectory(), 'log.db');
  return { file, log: openSqliteEventLog(file) };
}

test('positions are gapless from 1, and what was appended is read back after a restart', async () => {
  const { file, log } = await openLog();
  const appended = await log.append(batch(saved(1), saved(2)), 0);
  expect(appended.events.map(({ position }) => position)).toEqual([1, 2]);
  expect(appended.head.position).toBe(2);
  await log.append(batch(saved(3)), 2);
  await log.close();
  const reopened = openSqliteEventLog(file);
  const events = await reopened.readAfter(0, 10);
  expect(events.map(({ position, stream }) => [position, stream])).toEqual([
    [1, 'observation/1'],
    [2, 'observation/2'],
    [3, 'observation/3'],
  ]);
  expect(events[0]).toMatchObject({ data: saved(1).data });
  expect((await reopened.readAfter(1, 1)).map(({ position }) => position)).toEqual([2]);
  expect(await reopened.hashAt(3)).toEqual((await reopened.head()).hash);
  expect(await reopened.hashAt(4)).toBeUndefined();
  await reopened.close();
  expect(checkChain(file)).toEqual([]);
});

test('a batch that expects another end of the log is refused whole', async () => {
  const { log } = await openLog();
  await log.append(batch(saved(1)), 0);
  await expect(log.append(batch(saved(2)), 0)).rejects.toMatchObject({ code: 'conflict' });
  expect((await log.head()).position).toBe(1);
  await log.close();
});

test('a batch with one event that cannot be written writes none', async () => {
  const { file, log } = await openLog();
  const twice = { ...saved(2), stream: 'observation/1' };
  await expect(log.append(batch(saved(1), twice), 0)).rejects.toThrow();
  expect(await log.readAfter(0, 10)).toEqual([]);
  await log.close();
  expect(checkChain(file)).toEqual([]);
});

test('all events that hold some content are found, the first of them first', async () => {
  const { log } = await openLog();
  await log.append(batch(saved(1, { hash: 'h' }), saved(2, { hash: 'h' })), 0);
  expect(await log.findDuplicates(SESSION, 'h')).toEqual([
    { stream: 'observation/1', position: 1 },
    { stream: 'observation/2', position: 2 },
  ]);
  expect(await log.findDuplicates(SESSION, 'other')).toEqual([]);
  await log.close();
});

test('a request is remembered with the event it wrote, or without one', async () => {
  const { log } = await openLog();
  const silent = { key: 'b', fingerprint: 'p', stream: 'prompt/x', version: 4, position: null };
  await log.append({ events: [saved(1, { key: 'a' })], answers: [silent], deduplicated: 1 }, 0);
  expect(await log.idempotencyRecord('a')).toEqual({
    key: 'a',
    fingerprint: 'print',
    stream: 'observation/1',
    version: 1,
    position: 1,
  });
  expect(await log.idempotencyRecord('b')).toEqual(silent);
  expect(await log.totals()).toEqual({ events: 1, deduplicated: 1 });
  await log.close();
});

test.each([
  ['an event is changed', `UPDATE events SET type = 'x'`, 'events are never changed'],
  ['an event is deleted', 'DELETE FROM events', 'events are never deleted'],
  ['a payload is changed', `UPDATE payloads SET body = '{}'`, 'never changed'],
])('SQLite itself refuses when %s', async (_what, sql, message) => {
  const { file, log } = await openLog();
  await log.append(batch(saved(1)), 0);
  await log.close();
  const raw = openSqlite(file, 'FULL');
  expect(() => raw.db.exec(sql)).toThrow(message);
  raw.db.close();
});

test('while another program holds the file, a batch is refused and can be sent again', async () => {
  const { file, log } = await openLog();
  const other = openSqlite(file, 'FULL');
  other.db.exec('BEGIN IMMEDIATE');
  await expect(log.append(batch(saved(1)), 0)).rejects.toMatchObject({ code: 'not_ready' });
  other.db.exec('ROLLBACK');
  other.db.close();
  expect((await log.append(batch(saved(1)), 0)).head.position).toBe(1);
  await log.close();
});

test('the last event of a stream can be read alone', async () => {
  const { log } = await openLog();
  const phase = (version: number): NewEvent => ({
    type: 'sdd.phase_entered',
    data: { project: 'p', phase: 'spec' },
    id: `event ${version}`,
    stream: 'sdd/p',
    version,
    at: 1,
    meta: { actor: 'test' },
  });
  await log.append(batch(phase(1), phase(2), phase(3)), 0);
  const versions = async (which: { version?: number; last?: boolean }) =>
    (await log.readStream('sdd/p', which)).map(({ version }) => version);
  expect(await versions({})).toEqual([1, 2, 3]);
  expect(await versions({ version: 2 })).toEqual([1, 2]);
  expect(await versions({ last: true })).toEqual([3]);
  expect(await versions({ version: 2, last: true })).toEqual([2]);
  await log.close();
});
