import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewEvent } from '../../../src/log/eventLog.js';
import { duplicates } from '../../../src/log/sqlite/duplicates.js';
import { giveWay, latestGuards, settle } from '../../../src/log/sqlite/guardTable.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { openSqlite, openSqliteReader, type Params, type Sql } from '../../../src/sqlite/sqlite.js';
import { append, note, SESSION } from '../../support/hashedNotes.js';
import { redacted } from '../../support/redacted.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** A log of notes in one session with these hashes, and what is looked up in it. */
async function logOf(hashes: readonly string[], lag?: number) {
  const file = join(temporaryDirectory(), 'log.db');
  const first = openSqliteEventLog(file);
  await append(
    first,
    hashes.map((hash, i) => note(i, hash)),
  );
  await first.close();
  const log = openSqliteEventLog(file, { ...(lag && { lag }) });
  const sql = openSqliteReader(file);
  onTestFinished(async () => {
    sql.db.close();
    await log.close();
  });
  let payloads = 0;
  const counted: Sql = {
    ...sql,
    all: (query, params) => {
      if (query.includes('kept_payloads')) payloads += 1;
      return sql.all(query, params);
    },
  };
  return { file, log, held: duplicates(counted), read: () => payloads };
}

async function positions(found: AsyncIterable<{ readonly position: number }>) {
  const all: number[] = [];
  for await (const { position } of found) all.push(position);
  return all;
}

/** Hashes that start alike: somebody who wants a save to be slow chooses texts with such hashes. */
const alike = (count: number) => Array.from({ length: count }, (_, i) => `00${i}`);

test('notes whose hashes start alike are read once, not with every save', async () => {
  const { log, held, read } = await logOf(alike(300));
  expect(await positions(held.find({ scope: SESSION, hash: '00x' }))).toEqual([]);
  expect(read()).toBe(300);
  expect(await positions(held.find({ scope: SESSION, hash: '00y' }))).toEqual([]);
  expect(await positions(held.find({ scope: SESSION, hash: '007' }))).toEqual([8]);
  expect(read()).toBe(301);
  await append(log, [note(300, '00z')]);
  expect(await positions(held.find({ scope: SESSION, hash: '00z' }))).toEqual([301]);
  expect(read()).toBe(301);
});

test('notes that are settled after they were looked for are not read, and are found', async () => {
  const { log, held, read } = await logOf(alike(20), 2);
  await positions(held.find({ scope: SESSION, hash: '00x' }));
  expect(read()).toBe(20);
  for (let i = 20; i < 40; i += 1) {
    await append(log, [note(i, i % 2 ? '00odd' : `01${i}`)]);
    await positions(held.find({ scope: SESSION, hash: '00x' }));
  }
  // Those with another start are not read before somebody asks for that.
  expect(read()).toBe(20);
  const odd = Array.from({ length: 10 }, (_, i) => 22 + 2 * i);
  expect(await positions(held.find({ scope: SESSION, hash: '00odd' }))).toEqual(odd);
  expect(await positions(held.find({ scope: SESSION, hash: '0126' }))).toEqual([27]);
});

test('what is settled while many notes are read is found', async () => {
  const long = (n: number): NewEvent => {
    const { data, ...event } = note(n, `00${n}`);
    return { ...event, data: { ...data, content: redacted('x'.repeat(60_000)) } } as NewEvent;
  };
  const { file, log: first } = await logOf(alike(150));
  for (let n = 150; n < 180; n += 1) await append(first, [long(n)]);
  await first.close();
  const log = openSqliteEventLog(file, { lag: 1 });
  onTestFinished(() => log.close());
  const found = (hash: string) => positions(log.findDuplicates({ scope: SESSION, hash }));
  const slow = found('00x');
  for (const [n, hash] of [
    [180, '00new'],
    [181, '01a'],
    [182, '01b'],
  ] as const) {
    await append(log, [note(n, hash)]);
    await found('01x');
  }
  await slow;
  expect(await found('00new')).toEqual([181]);
});

test('what a transaction settled that did not end is found all the same', async () => {
  const { file, log } = await logOf(['00a']);
  await append(log, [note(1, '00b')]);
  const sql = openSqlite(file, 'FULL');
  onTestFinished(() => void sql.db.close());
  const latest = latestGuards(sql);
  const held = duplicates(sql, latest);
  const found = (hash: string) => positions(held.find({ scope: SESSION, hash }));
  sql.run('BEGIN');
  settle(sql, latest);
  expect(await found('00b')).toEqual([2]);
  sql.run('ROLLBACK');
  latest.outdate();
  expect(await found('00a')).toEqual([1]);
  expect(await found('00b')).toEqual([2]);
});

test('of many copies only those that are asked for are read', async () => {
  const { held, read } = await logOf(Array.from({ length: 300 }, () => '00'));
  await positions(held.find({ scope: SESSION, hash: '01' }));
  for await (const { position } of held.find({ scope: SESSION, hash: '00' })) {
    expect(position).toBe(1);
    break;
  }
  expect(read()).toBe(301);
});

test('a note that was revised meanwhile is found by its new content only', async () => {
  const { log, held } = await logOf(['00a', '00a']);
  expect(await positions(held.find({ scope: SESSION, hash: '00a' }))).toEqual([1, 2]);
  await append(log, [note(0, '00b', 2)]);
  expect(await positions(held.find({ scope: SESSION, hash: '00a' }))).toEqual([2]);
  expect(await positions(held.find({ scope: SESSION, hash: '00b' }))).toEqual([3]);
  await append(log, [note(0, '00a', 3)]);
  expect(await positions(held.find({ scope: SESSION, hash: '00a' }))).toEqual([2, 4]);
});

test('many notes are read in turns', async () => {
  const { held } = await logOf(alike(1000));
  let turns = 0;
  const tick = () => {
    turns += 1;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  await positions(held.find({ scope: SESSION, hash: '00x' }));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});

test('the guard of a note is found without looking at the others of its session', async () => {
  const { file } = await logOf(alike(2));
  const sql = openSqlite(file, 'FULL');
  onTestFinished(() => void sql.db.close());
  const asked = new Map<string, Params | undefined>();
  const noted =
    <T>(answer: (query: string, params?: Params) => T) =>
    (query: string, params?: Params): T => {
      asked.set(query, params);
      return answer(query, params);
    };
  const watched = { ...sql, run: noted(sql.run), all: noted(sql.all) as Sql['all'] };
  giveWay(watched, { stream: note(0, '').stream, version: 2 });
  expect(sql.all('SELECT position FROM dedup')).toEqual([{ position: 2 }]);
  const plans = [...asked].map(([query, params]) => sql.all(`EXPLAIN QUERY PLAN ${query}`, params));
  expect(plans.length).toBeGreaterThan(1);
  expect(JSON.stringify(plans)).not.toContain('SCAN');
});
