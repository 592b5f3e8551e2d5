import { expect, onTestFinished, test, vi } from 'vitest';
import { LogForked } from '../../src/cluster/fork.js';
import {
  type ReplicatedLog,
  type ReplicatedLogOptions,
  replicatedLog,
} from '../../src/cluster/replicatedLog.js';
import { SharedLogInterrupted } from '../../src/cluster/sharedLog.js';
import { openSqliteCopy } from '../../src/cluster/sqliteCopy.js';
import type { EventLog, NewEvent } from '../../src/log/eventLog.js';
import { LogRefused, LogUncertain } from '../../src/log/logFailures.js';
import { eventLogContract } from '../log/eventLogContract.js';
import { copyPlace, openMemoryNode } from '../support/memoryNode.js';
import { type NodeFaults, openMemorySharedLog, SharedStore } from '../support/memorySharedLog.js';
import { redacted } from '../support/redacted.js';
import { NOW } from '../support/testApp.js';

eventLogContract({
  holdsEnd: true,
  place: () => new SharedStore(),
  open(store, clock) {
    store.clock = clock;
    return openMemoryNode(store, { times: { elapsed: () => performance.now(), wall: clock } });
  },
});

/** A node with times that a test moves, and faults that it sets. */
async function testNode(
  store: SharedStore,
  options: ReplicatedLogOptions & { file?: string } = {},
) {
  const faults: NodeFaults = { appends: [], isCutOff: false };
  const time = { elapsed: 0 };
  const log = await openMemoryNode(store, {
    faults,
    times: { elapsed: () => time.elapsed, wall: () => NOW + time.elapsed },
    patienceMs: 100,
    async pause(ms) {
      time.elapsed += ms;
    },
    ...options,
  });
  onTestFinished(() => log.close());
  return { log, faults, time };
}

const note = (n: number): NewEvent => ({
  id: `event ${n}`,
  stream: `sdd/${n}`,
  version: 1,
  at: NOW,
  meta: { actor: 'test' },
  type: 'sdd.phase_entered',
  data: { project: redacted('p'), phase: 'spec' },
});

const append = (log: EventLog, ...numbers: number[]) =>
  log.appendNext(async () => ({ events: numbers.map(note), answers: [], deduplicated: 0 }));

const counted = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

test('a node is unheard of since it last knew that it has everything', async () => {
  const { log, faults, time } = await testNode(new SharedStore());
  expect(log.unheardMs()).toBe(0);
  time.elapsed = 40;
  expect(log.unheardMs()).toBe(40);
  faults.isCutOff = true;
  await expect(log.catchUp()).rejects.toThrow(SharedLogInterrupted);
  expect(log.unheardMs()).toBe(40);
  faults.isCutOff = false;
  await log.catchUp();
  expect(log.unheardMs()).toBe(0);
});

test('a node has heard nothing from an engine that was replaced, and answers no decision there', async () => {
  const { log, faults, time } = await testNode(new SharedStore(), { patienceMs: 0 });
  await append(log, 1);
  faults.isReplaced = true;
  time.elapsed = 40;
  expect(await log.reach(1, 0)).toBe(true);
  expect(await log.reach(2, 0)).toBe(false);
  expect(log.unheardMs()).toBe(40);
  await expect(log.catchUp()).rejects.toThrow(SharedLogInterrupted);
  // Neither that something is stored, nor that nothing has to be.
  await expect(append(log, 2)).rejects.toThrow(LogUncertain);
  await expect(append(log)).rejects.toThrow(LogRefused);
  expect(log.unheardMs()).toBe(40);
  faults.isReplaced = false;
  await append(log);
  expect(log.unheardMs()).toBe(0);
});

test('a node has heard nothing while its machine slept', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = await openMemoryNode(new SharedStore());
  onTestFinished(() => log.close());
  // The time of day goes on, and performance.now() stood still.
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(log.unheardMs()).toBeGreaterThan(3_599_000);
});

test('a node that looks for a position reads the shared log once', async () => {
  const store = new SharedStore();
  const reader = await testNode(store);
  store.hints.clear();
  const writer = await testNode(store);
  await append(writer.log, 1);
  await writer.log.catchUp();
  const reads = vi.spyOn(store, 'behind');
  expect(await reader.log.reach(1, 0)).toBe(true);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(await reader.log.reach(1, 0)).toBe(true);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(await reader.log.reach(2, 0)).toBe(false);
  expect(reads).toHaveBeenCalledTimes(2);
});

test('waiting for a position ends when it is aborted, also while the shared log does not answer', async () => {
  const store = new SharedStore();
  const { log } = await testNode(store);
  store.turn = () => new Promise(() => {});
  const leaving = new AbortController();
  const left = log.reach(1, 60_000, leaving.signal);
  leaving.abort();
  expect(await left).toBe(false);
});

test('a node that is cut off refuses, says why, and goes on when it is not any more', async () => {
  const { log, faults } = await testNode(new SharedStore());
  faults.isCutOff = true;
  const refused = await append(log, 1).catch((error) => error);
  expect(refused).toBeInstanceOf(LogRefused);
  expect(refused.diagnostic.code).toBe('shared_log_unreachable');
  expect((await log.refusal())?.diagnostic.code).toBe('shared_log_unreachable');
  faults.isCutOff = false;
  expect((await append(log, 1)).head.position).toBe(1);
  expect(await log.refusal()).toBeUndefined();
});

test('a node whose copy contradicts the shared log refuses everything from then on, and keeps its copy', async () => {
  const store = new SharedStore();
  const forks: string[] = [];
  const { log } = await testNode(store, { onForked: ({ message }) => forks.push(message) });
  const other = await testNode(store);
  await append(log, 1, 2);
  const head = await log.head();
  await other.log.catchUp();
  store.rollBack(0);
  await expect(log.catchUp()).rejects.toThrow(LogForked);
  expect(forks).toEqual([expect.stringContaining('ends at event 0, the copy has event 2')]);
  expect(log.unheardMs()).toBe(Number.POSITIVE_INFINITY);
  expect((await log.refusal())?.diagnostic.code).toBe('log_forked');
  const decide = vi.fn();
  await expect(log.appendNext(decide)).rejects.toThrow('contradict each other: nothing was stored');
  expect(decide).not.toHaveBeenCalled();
  await expect(other.log.catchUp()).rejects.toThrow(LogForked);
  // Also once the shared log is longer again.
  const fresh = await testNode(store);
  await append(fresh.log, 3, 4, 5);
  await expect(append(log, 6)).rejects.toThrow(LogRefused);
  expect(await log.head()).toEqual(head);
  expect(forks).toHaveLength(1);
});

test('a shared log that lost answers is a fork as well', async () => {
  const store = new SharedStore();
  const { log } = await testNode(store);
  await append(log, 1);
  const said = { key: 'k', fingerprint: 'f', stream: 'sdd/1', version: 1, position: null };
  await log.appendNext(async () => ({ events: [], answers: [said], deduplicated: 0 }));
  store.end = { ...store.end, answers: 0 };
  await expect(log.catchUp()).rejects.toThrow('0 answers');
});

test('a shared log that misses events which it should have is a fork, and is not asked for them without an end', async () => {
  const store = new SharedStore();
  const writer = await testNode(store);
  await append(writer.log, 1, 2);
  store.events = store.events.slice(0, 1);
  const reader = replicatedLog(
    openSqliteCopy(copyPlace(), store.end.instance),
    openMemorySharedLog(store),
    { pollMs: 0 },
  );
  onTestFinished(() => reader.close());
  await expect(reader.catchUp()).rejects.toThrow('ends at event 2, and has no event 2');
  expect((await reader.refusal())?.diagnostic.code).toBe('log_forked');
});

test('an append is uncertain while nobody knows what became of it, whatever stops the node then', async () => {
  const store = new SharedStore();
  const { log, faults } = await testNode(store);
  faults.appends.push('lost after commit');
  const cut = log.appendNext(async () => {
    // From the lost answer on, nothing comes through.
    setImmediate(() => setImmediate(() => (faults.isCutOff = true)));
    return { events: [note(1)], answers: [], deduplicated: 0 };
  });
  await expect(cut).rejects.toThrow(LogUncertain);
  faults.isCutOff = false;
  expect(await log.reach(1, 0)).toBe(true);
  const forking = await testNode(store, { pause: async () => store.rollBack(0) });
  forking.faults.appends.push('lost before commit');
  await expect(append(forking.log, 2)).rejects.toThrow(LogUncertain);
});

test('a node without room answers what the shared log has, and refuses from then on', async () => {
  const store = new SharedStore();
  const file = copyPlace();
  const faults: NodeFaults = { appends: [], isCutOff: false };
  const small = openSqliteCopy(file, store.end.instance, { maxPages: 30 });
  const log = replicatedLog(small, openMemorySharedLog(store, faults), { pollMs: 0 });
  onTestFinished(() => log.close());
  const { head } = await append(log, ...counted(400));
  expect(head.position).toBe(400);
  expect((await log.head()).position).toBe(0);
  expect((await log.refusal())?.diagnostic.code).toBe('log_disk_full');
  await expect(append(log, 400)).rejects.toThrow('the disk is full: nothing was stored');
  expect(store.events).toHaveLength(400);
  await log.close();
  const { log: roomy } = await testNode(store, { file });
  expect(await roomy.head()).toEqual(head);
});

test('what the shared log has is answered as stored, whatever keeps it out of the copy', async () => {
  const store = new SharedStore();
  const copy = openSqliteCopy(copyPlace(), store.end.instance);
  const log = replicatedLog(
    {
      ...copy,
      takeIn(delta) {
        if (delta.events.length > 0) throw new TypeError('a mistake of ours');
        return copy.takeIn(delta);
      },
    },
    openMemorySharedLog(store),
    { pollMs: 0 },
  );
  onTestFinished(() => log.close());
  expect((await append(log, 1)).head.position).toBe(1);
  expect((await log.refusal())?.diagnostic.message).toContain('a mistake of ours');
});

test('listeners hear every event once and in order, wherever it was written', async () => {
  const store = new SharedStore();
  const nodes = [await testNode(store), await testNode(store), await testNode(store)];
  const heard = nodes.map(({ log }) => {
    const positions: number[] = [];
    log.onGrown(({ events }) => positions.push(...events.map(({ position }) => position)));
    return positions;
  });
  await Promise.all(
    counted(60).map(async (n) => {
      const { log } = nodes[n % 3] as { log: ReplicatedLog };
      if (n % 7 === 0) await log.catchUp();
      await append(log, n);
    }),
  );
  for (const { log } of nodes) await log.catchUp();
  expect(heard).toEqual(heard.map(() => counted(60, 1)));
});

test('a node that is far behind catches up without the lock, and then appends', async () => {
  const store = new SharedStore();
  const behind = await testNode(store);
  store.hints.clear();
  const writer = await testNode(store);
  await append(writer.log, ...counted(3000));
  const locks = vi.spyOn(store, 'wait');
  expect((await append(behind.log, 3000)).head.position).toBe(3001);
  expect(locks).toHaveBeenCalledTimes(2);
});

test('a decision knows all answers of the shared log, however many there are', async () => {
  const store = new SharedStore();
  const behind = await testNode(store);
  store.hints.clear();
  const writer = await testNode(store);
  await append(writer.log, 1);
  const said = { fingerprint: 'f', stream: 'sdd/1', version: 1, position: null };
  const answers = counted(600).map((n) => ({ key: `k${n}`, ...said }));
  for (const part of [answers.slice(0, 250), answers.slice(250, 500), answers.slice(500)])
    await writer.log.appendNext(async () => ({ events: [], answers: part, deduplicated: 0 }));
  const known: unknown[] = [];
  await behind.log.appendNext(async () => {
    for (const { key } of answers) known.push(await behind.log.idempotencyRecord(key));
    return { events: [], answers: [], deduplicated: 0 };
  });
  expect(known).toEqual(answers);
});
