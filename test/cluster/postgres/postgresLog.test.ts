import { expect, test } from 'vitest';
import { awaitRow } from '../../support/postgres/awaitRow.js';
import { append, batchOf, NOTHING } from '../../support/postgres/batchOf.js';
import { givenPostgres } from '../../support/postgres/givenPostgres.js';

const given = givenPostgres();

/** A connection that waits for a lock. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const note = (n: number, version = 1) => ({ stream: `observation/${n}`, version });

test('what one node appends, another one reads as it was', async () => {
  const database = await given();
  const batch = await append(
    database.open().log,
    [
      { ...note(1), body: '{"data":"ä \\" \\\\ \u{1f600} {1,NULL}"}' },
      note(1, 2),
      { ...note(2), body: null },
    ],
    [{ key: 'a', stream: 'observation/1' }],
    3,
  );
  const delta = await database.open({ node: 'two' }).log.readBehind(NOTHING, 10);
  expect(delta.events).toEqual(batch.events);
  expect(delta.answers).toEqual(batch.answers);
  expect({ ...delta.end, now: 0 }).toEqual({ ...batch.end, now: 0 });
  expect(delta.end.now).toBeGreaterThanOrEqual(batch.end.now);
  expect(delta.end).toMatchObject({ position: 3, answers: 1, deduplicated: 3 });
});

test('a new log is empty, and no other one has its instance', async () => {
  const [one, other] = [await given(), await given()];
  const ends = [];
  for (const { open } of [one, other]) ends.push((await open().log.readBehind(NOTHING, 1)).end);
  expect(ends[0]).toMatchObject({ ...NOTHING, at: 0, deduplicated: 0 });
  expect(new Set(ends.map(({ instance }) => instance)).size).toBe(2);
});

test('only what is behind the end of a copy is read, up to a limit', async () => {
  const { log } = (await given()).open();
  const keys = ['a', 'b', 'c'].map((key) => ({ key, stream: 'observation/1' }));
  const batch = await append(log, [note(1), note(2), note(3), note(4)], keys);
  const { events, answers, end } = await log.readBehind({ ...NOTHING, position: 1, answers: 1 }, 2);
  expect(events).toEqual(batch.events.slice(1, 3));
  expect(answers).toEqual(batch.answers.slice(1, 3));
  expect(end.position).toBe(4);
  expect(await log.readBehind(batch.end, 2)).toMatchObject({ events: [], answers: [] });
});

test('a page ends behind the event that fills it, however large that is', async () => {
  const { log } = (await given()).open();
  const body = 'x'.repeat(1.25 * 1024 * 1024);
  await append(
    log,
    [1, 2, 3].map((n) => ({ ...note(n), body })),
  );
  const pages = [];
  for (let position = 0; position < 3; ) {
    const { events } = await log.readBehind({ ...NOTHING, position }, 10);
    pages.push(events.length);
    position += events.length;
  }
  expect(pages).toEqual([2, 1]);
});

test('a batch that is not chained to the end is not written', async () => {
  const { log } = (await given()).open();
  await append(log, [note(1)], [{ key: 'a', stream: 'observation/1' }]);
  for (const wrong of [{ position: 0 }, { hash: Buffer.alloc(32, 1) }, { answers: 0 }]) {
    const held = await log.lock(NOTHING, 1);
    const batch = batchOf({ ...held.delta.end, ...wrong }, [note(2)]);
    await expect(held.append(batch)).rejects.toThrow('not chained to the end');
  }
  expect((await log.readBehind(NOTHING, 10)).events).toHaveLength(1);
});

test('a batch is written as a whole or not at all', async () => {
  const { log } = (await given()).open();
  const before = await append(log, [note(1)], [{ key: 'a', stream: 'observation/1' }]);
  const wrong: readonly Parameters<typeof append>[1][] = [
    [note(2), note(1)],
    [note(2), { ...note(3), version: 0 }],
  ];
  for (const events of wrong)
    await expect(append(log, events)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  await expect(
    append(log, [note(2)], [{ key: 'a', stream: 'observation/2' }]),
  ).rejects.toMatchObject({
    code: '23505',
  });
  const { events, answers, end } = await log.readBehind(NOTHING, 10);
  expect([events.length, answers.length, end.hash]).toEqual([1, 1, before.end.hash]);
});

test('nodes hold the end one after the other, and each sees what the one before has appended', async () => {
  const database = await given();
  const [one, two] = [database.open().log, database.open({ node: 'two' }).log];
  const first = await one.lock(NOTHING, 10);
  let isHeld = false;
  const second = two.lock(NOTHING, 10).then((held) => {
    isHeld = true;
    return held;
  });
  await awaitRow(database, WAITING);
  expect(isHeld).toBe(false);
  const batch = batchOf(first.delta.end, [note(1)]);
  await first.append(batch);
  const { delta, append: appendNext } = await second;
  expect(delta.events).toEqual(batch.events);
  await appendNext(batchOf(delta.end, [note(2)]));
  expect((await one.readBehind(NOTHING, 10)).events).toHaveLength(2);
});

test('many locks of many nodes lose no event and write none twice', async () => {
  const database = await given();
  const logs = [1, 2, 3].map((n) => database.open({ node: `node ${n}` }).log);
  const appends = logs.flatMap((log, i) =>
    Array.from({ length: 20 }, (_, n) => append(log, [note(100 * i + n)])),
  );
  const batches = await Promise.all(appends);
  const { events, end } = await (logs[0] ?? expect.fail()).readBehind(NOTHING, 100);
  expect(events.map(({ envelope }) => envelope.position)).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 1),
  );
  expect(end.position).toBe(60);
  expect(events).toEqual(
    batches
      .flatMap((batch) => batch.events)
      .sort((a, b) => a.envelope.position - b.envelope.position),
  );
});

test('an end that is released is held by the next one, with nothing appended', async () => {
  const { log } = (await given()).open();
  const held = await log.lock(NOTHING, 10);
  await held.release();
  await held.release();
  const batch = await append(log, [note(1)]);
  expect((await log.readBehind(NOTHING, 10)).events).toEqual(batch.events);
});

test('whoever holds the end reads on in pages', async () => {
  const { log } = (await given()).open();
  const batch = await append(log, [note(1), note(2), note(3)]);
  const held = await log.lock(NOTHING, 2);
  expect(held.delta.events).toEqual(batch.events.slice(0, 2));
  const more = await held.readBehind({ ...NOTHING, position: 2 }, 2);
  expect(more.events).toEqual(batch.events.slice(2));
  await held.append(batchOf(more.end, [note(4)]));
  expect((await log.readBehind(NOTHING, 10)).end.position).toBe(4);
});

test('how long it took to get the end is told', async () => {
  const waits: number[] = [];
  const { log } = (await given()).open({ onLockWait: (seconds) => waits.push(seconds) });
  await append(log, [note(1)]);
  expect(waits).toEqual([expect.any(Number)]);
  expect(waits[0]).toBeGreaterThanOrEqual(0);
});

test('the hash of the chain is known at every position, and nowhere else', async () => {
  const { log } = (await given()).open();
  const { events } = await append(log, [note(1), note(2)]);
  expect(await log.hashAt(1)).toEqual(events[0]?.hash);
  expect(await log.hashAt(2)).toEqual(events[1]?.hash);
  expect([await log.hashAt(0), await log.hashAt(3)]).toEqual([undefined, undefined]);
});

test('a node that follows is told when another one has appended', async () => {
  const database = await given();
  const follower = database.open({ node: 'two' }).log;
  await follower.readBehind(NOTHING, 10);
  const told = new Promise<void>((resolve) => follower.onHint(resolve));
  await append(database.open().log, [note(1)]);
  await told;
  expect((await follower.readBehind(NOTHING, 10)).events).toHaveLength(1);
});

test('a node is told that it may have missed something when it connects anew', async () => {
  const database = await given();
  const { log } = database.open();
  let hints = 0;
  log.onHint(() => {
    hints += 1;
  });
  await log.readBehind(NOTHING, 10);
  expect(hints).toBe(1);
});

test('payloads beyond a million get a partition of their own, also within one batch', async () => {
  const database = await given();
  await database.sql('UPDATE vault.head SET position = 1999998');
  const { log } = database.open();
  const { events } = await append(log, [note(1), note(2), note(3)]);
  const read = await log.readBehind({ ...NOTHING, position: 1_999_998 }, 10);
  expect(read.events).toEqual(events);
  const partitions = `SELECT tableoid::regclass::text AS name, count(*)::int FROM vault.payloads GROUP BY 1 ORDER BY 1`;
  expect(await database.sql(partitions)).toEqual([
    { name: 'vault.payloads_1', count: 1 },
    { name: 'vault.payloads_2', count: 2 },
  ]);
  await expect(database.sql("UPDATE vault.payloads_2 SET body = ''")).rejects.toThrow('is refused');
});
