import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { LogForked } from '../../src/cluster/fork.js';
import { replicatedLog } from '../../src/cluster/replicatedLog.js';
import type { LogCopy, StoredEvent } from '../../src/cluster/sharedLog.js';
import { openSqliteCopy } from '../../src/cluster/sqliteCopy.js';
import { leaf, link } from '../../src/log/chain.js';
import type { Batch, EventLog } from '../../src/log/eventLog.js';
import { LogRefused } from '../../src/log/logFailures.js';
import { openSqliteEventLog } from '../../src/log/sqlite/sqliteEventLog.js';
import { verify } from '../../src/maintenance/verify.js';
import { checkChain } from '../support/checkChain.js';
import { checkGuards } from '../support/checkGuards.js';
import { runs } from '../support/depth.js';
import {
  dedupKeys,
  type LogHistory,
  type LogStep,
  logHistory,
  logSteps,
} from '../support/logHistories.js';
import { copyPlace, openMemoryNode } from '../support/memoryNode.js';
import { openMemorySharedLog, SharedStore } from '../support/memorySharedLog.js';
import { tamper } from '../support/tamper.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { NOW } from '../support/testApp.js';

type Read = Omit<EventLog, 'appendNext' | 'now' | 'refusal'>;

/** All that readers and decisions get from a log. Hashes differ where salts do. */
async function seen(log: Read, history: LogHistory) {
  const { entries } = await log.readEntries(0, 1000, {});
  return {
    entries: entries.map(({ hash: _, ...entry }) => entry),
    events: await log.readAfter(0, 1000),
    erased: await log.erased(),
    totals: await log.totals(),
    holders: await holders(log),
    answers: await inTurn(history.keys, (key) => log.idempotencyRecord(key)),
    streams: await inTurn(history.streams, async (stream) => [
      await log.versionOf(stream),
      await log.readStream(stream),
      await log.readStream(stream, { only: 'ends' }),
    ]),
  };
}

const holders = (log: Pick<EventLog, 'findDuplicates'>) =>
  inTurn(dedupKeys, async (key) => {
    const found = [];
    for await (const one of log.findDuplicates(key)) found.push(one);
    return found;
  });

async function inTurn<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

async function append(log: EventLog, ...batches: Batch[]): Promise<void> {
  for (const batch of batches) await log.appendNext(async () => batch);
}

/** Takes in all that a store has, in pages. `look` is called after each of them. */
async function takeAll(
  copy: LogCopy,
  store: SharedStore,
  page: number,
  look: () => Promise<unknown> = async () => {},
): Promise<void> {
  for (;;) {
    const delta = store.behind(copy.end(), page);
    copy.takeIn(delta);
    await look();
    if (copy.end().position >= delta.end.position && delta.answers.length < page) return;
  }
}

/** How a copy is made: with which pages, after which batches, and what happens to it after each of them. */
const ways = fc.record({
  size: fc.integer({ min: 1, max: 5 }),
  page: fc.constantFrom(1, 2, 3, 100),
  looks: fc.boolean(),
  after: fc.constantFrom('each', 'third', 'all'),
  fate: fc.constantFrom('goes on', 'is closed', 'is killed'),
  lag: fc.constantFrom(1, 3, 1000),
});

/** Each draws ten histories. */
const seeds = Array.from({ length: runs(1, 10) }, (_, i) => i + 1);

test.each(seeds)(
  'a copy that took in everything equals the log that it was written to, whenever and however it is read (seed %i)',
  async (seed) => {
    const directory = temporaryDirectory();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(logSteps, ways, async (steps, { size, page, looks, after, fate, lag }) => {
        const place = join(directory, String(run++));
        mkdirSync(place);
        const file = (name: string) => join(place, `${name}.db`);
        const store = new SharedStore();
        const { instance } = store.end;
        const history = logHistory(steps, size);
        const alone = openSqliteEventLog(file('alone'), { lag });
        const writer = replicatedLog(
          openSqliteCopy(file('writer'), instance, { lag }),
          openMemorySharedLog(store),
          { pollMs: 0 },
        );
        let copyFile = file('copy');
        let copy = openSqliteCopy(copyFile, instance, { lag });
        // A decision between two pages reads what streams hold so far.
        const look = async () => looks && (await holders(copy));
        const reopen = async () => {
          if (fate === 'goes on') return;
          const left = copyFile;
          const next = file(`copy-${run++}`);
          if (fate === 'is killed') {
            for (const end of ['', '-wal'])
              if (existsSync(left + end)) copyFileSync(left + end, next + end);
            copyFile = next;
          }
          await copy.close();
          copy = openSqliteCopy(copyFile, instance, { lag });
        };
        for (const [i, batch] of history.batches.entries()) {
          await append(alone, batch);
          await append(writer, batch);
          if (after === 'all' || (after === 'third' && i % 3 > 0)) continue;
          await takeAll(copy, store, page, look);
          await reopen();
          const expected = await seen(alone, history);
          expect(await seen(writer, history)).toEqual(expected);
          expect(await seen(copy, history)).toEqual(expected);
        }
        await takeAll(copy, store, page, look);
        const expected = await seen(alone, history);
        expect(await seen(writer, history)).toEqual(expected);
        expect(await seen(copy, history)).toEqual(expected);
        expect(await copy.head()).toEqual(await writer.head());
        await Promise.all([alone.close(), writer.close(), copy.close()]);
        for (const one of [file('alone'), file('writer'), copyFile]) {
          expect((await verify({ logFile: one })).problems).toEqual([]);
          expect([...checkChain(one), ...checkGuards(one)]).toEqual([]);
        }
      }),
      { numRuns: 10, seed },
    );
  },
);

/** A shared log of three notes, and the copy of one of its nodes, which has the first. */
async function behindByTwo(options = {}) {
  const store = new SharedStore();
  const writer = await openMemoryNode(store);
  onTestFinished(() => writer.close());
  const { batches } = logHistory([save('a'), save('b'), save('c')], 1);
  const file = copyPlace();
  const copy = openSqliteCopy(file, store.end.instance, options);
  onTestFinished(() => copy.close());
  for (const [i, batch] of batches.entries()) {
    await append(writer, batch);
    if (i === 0) await takeAll(copy, store, 10);
  }
  const delta = store.behind(copy.end(), 10);
  const [second, third] = delta.events;
  if (!second?.payload || !third?.payload) throw new Error('there are two notes with payloads');
  return { store, file, copy, delta, second, third };
}

const save = (text: LogStep['text']): LogStep => ({
  do: 'save',
  which: 1,
  text,
  scope: 0,
  keyed: true,
});

type Behind = Awaited<ReturnType<typeof behindByTwo>>;
const wrong: Record<string, (of: Behind) => readonly StoredEvent[]> = {
  'has a gap': ({ third }) => [third],
  'has a wrong hash': ({ second, third }) => [second, { ...third, hash: second.hash }],
  'has another time': ({ second, third }) => [
    second,
    { ...third, envelope: { ...third.envelope, at: NOW + 99 } },
  ],
  'has a changed payload': ({ second, third }) => [
    second,
    { ...third, payload: { salt: Buffer.alloc(32, 1), body: third.payload?.body ?? '' } },
  ],
};

for (const [what, events] of Object.entries(wrong))
  test(`nothing is taken in of what ${what}`, async () => {
    const behind = await behindByTwo();
    const { copy, delta } = behind;
    const before = copy.end();
    const grown: unknown[] = [];
    copy.onGrown((one) => grown.push(one));
    expect(() => copy.takeIn({ ...delta, events: events(behind) })).toThrow(LogForked);
    expect(copy.end()).toEqual(before);
    expect(await copy.readAfter(1, 10)).toEqual([]);
    expect(grown).toEqual([]);
    copy.takeIn(delta);
    expect(copy.end().position).toBe(3);
  });

test('nothing is taken in of what holds an event that this release does not know', async () => {
  const { copy, delta, second, third } = await behindByTwo();
  const envelope = { ...third.envelope, type: 'observation.praised' };
  const events = [second, { ...third, envelope, hash: link(second.hash, leaf(envelope)) }];
  const take = () => copy.takeIn({ ...delta, events });
  expect(take).toThrow(LogRefused);
  expect(take).toThrow('another node runs a newer release');
  expect(copy.end().position).toBe(1);
});

test('nothing is taken in by a copy that has no room, and all of it once there is room', async () => {
  const { store, file, copy } = await behindByTwo({ maxPages: 30 });
  const writer = await openMemoryNode(store);
  onTestFinished(() => writer.close());
  const many = Array.from({ length: 200 }, () => save('a'));
  await append(writer, ...logHistory(many, 200, 'more').batches);
  const delta = store.behind(copy.end(), 1000);
  expect(() => copy.takeIn(delta)).toThrow('the disk is full: nothing was stored');
  expect(copy.end().position).toBe(1);
  await copy.close();
  const roomy = openSqliteCopy(file, store.end.instance);
  onTestFinished(() => roomy.close());
  roomy.takeIn(delta);
  expect(roomy.end().position).toBe(203);
});

test('an answer that was read before its stream was forgotten is not taken in after that', async () => {
  const { store, copy } = await behindByTwo();
  const writer = await openMemoryNode(store);
  onTestFinished(() => writer.close());
  const stream = store.events[0]?.envelope.stream ?? '';
  const answer = { key: 'k'.repeat(64), fingerprint: 'f', stream, version: 1, position: null };
  await append(writer, { events: [], answers: [answer], deduplicated: 1 });
  const tooOld = store.behind(copy.end(), 10);
  const data = { id: stream.slice('observation/'.length), session_id: null };
  const about = { id: 'forgotten', stream, version: 2, at: NOW + 9, meta: { actor: 'test' } };
  const events = [{ ...about, type: 'observation.forgotten' as const, data }];
  await append(writer, { events, answers: [], deduplicated: 0 });
  await takeAll(copy, store, 10);
  copy.takeIn(tooOld);
  expect(await copy.idempotencyRecord(answer.key)).toBeUndefined();
});

test('a copy is opened as the copy of its own shared log alone, and a log of its own never as a copy', async () => {
  const { store, file, copy } = await behindByTwo();
  await copy.close();
  expect(() => openSqliteEventLog(file)).toThrow(
    `is the copy of the shared log ${store.end.instance}`,
  );
  expect(() => openSqliteCopy(file, randomUUID())).toThrow(LogForked);
  const own = copyPlace();
  const log = openSqliteEventLog(own);
  await append(log, ...logHistory([save('a')], 1).batches);
  await log.close();
  expect(() => openSqliteCopy(own, store.end.instance)).toThrow('has its own events');
});

test('a flipped bit in what a copy says of the shared log is found', async () => {
  const { file, copy } = await behindByTwo();
  await copy.close();
  expect((await verify({ logFile: file })).problems).toEqual([]);
  tamper(file, (db) => void db.exec('UPDATE copied SET answers = 1'));
  expect((await verify({ logFile: file })).problems).toMatchObject([{ kind: 'copied' }]);
});
