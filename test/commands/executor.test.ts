import { expect, test } from 'vitest';
import { savePrompt } from '../../src/commands/documents.js';
import { executor } from '../../src/commands/executor.js';
import { endSession, forgetSession, startSession } from '../../src/commands/sessions.js';
import { ulids } from '../../src/domain/ids.js';
import type { EventLog } from '../../src/log/eventLog.js';
import type { LogBroken } from '../../src/log/logFailures.js';
import { type Fault, MemoryStore, openMemoryEventLog } from '../support/memoryEventLog.js';
import { plainFilter } from '../support/plainFilter.js';
import { testApp, testClock } from '../support/testApp.js';

const asked = { meta: { actor: 'test' } };
const session = { project: 'p', team: undefined, country: undefined, agent: undefined };

test('commands that arrive together share one commit, in the order of their arrival', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const commits: number[] = [];
  app.onCommit(({ events }) => void commits.push(events.length));
  const goals = Array.from({ length: 50 }, (_, i) => `goal ${i}`);
  await Promise.all(
    goals.map((goal) => app.executor.execute(startSession, { ...session, goal }, asked)),
  );
  expect(commits).toEqual([50]);
  const events = await app.log.readAfter(0, 100);
  expect(events.map((event) => event.type === 'session.started' && event.data.goal)).toEqual(goals);
});

test('a rejected command does not affect the others in its batch', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const unknown = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
  const [refused, kept] = await Promise.allSettled([
    app.executor.execute(endSession, { id: unknown, summary: 's' }, asked),
    app.executor.execute(startSession, { ...session, goal: undefined }, asked),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  expect(kept).toMatchObject({ status: 'fulfilled', value: { appended: true, position: 1 } });
});

test('a command sees the facts of earlier commands in the same commit', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const contents = ['a', 'a', 'b', 'b', 'a'];
  const outcomes = await Promise.all(
    contents.map((content) =>
      app.executor.execute(savePrompt, { name: 'n', content, tags: undefined }, asked),
    ),
  );
  expect(outcomes.map(({ state }) => state?.version)).toEqual([1, 1, 2, 2, 3]);
  expect((await app.log.head()).position).toBe(3);
});

test('a key is spent by what is forgotten in the commit that it came in', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const keyed = (idempotencyKey: string) => ({ ...asked, idempotencyKey });
  const start = (key: string) =>
    app.executor.execute(startSession, { ...session, goal: 'g' }, keyed(key));
  const { key: id } = await start('start');
  // Redacted before, so that they are decided in this order.
  const end = await app.executor.prepare(endSession, { id, summary: 's' });
  const forget = await app.executor.prepare(forgetSession, { id });
  const outcomes = await Promise.allSettled([
    end(keyed('end')),
    end(keyed('same')),
    forget(asked),
    start('start'),
  ]);
  const [fulfilled, rejected] = [{ status: 'fulfilled' }, { status: 'rejected' }];
  expect(outcomes).toMatchObject([fulfilled, fulfilled, fulfilled, rejected]);
  const forgotten = { code: 'forgotten' };
  for (const key of ['end', 'same']) await expect(end(keyed(key))).rejects.toMatchObject(forgotten);
  await expect(start('start')).rejects.toMatchObject(forgotten);
  expect((await app.log.head()).position).toBe(3);
});

test('an error of the filter fails only its own command', async () => {
  const filter: typeof plainFilter = async (text) => {
    if (text === 'broken') throw new Error('no');
    return plainFilter(text);
  };
  const app = await testApp({}, { filter });
  const [refused, kept] = await Promise.allSettled(
    ['broken', 'fine'].map((goal) =>
      app.executor.execute(startSession, { ...session, goal }, asked),
    ),
  );
  expect(refused?.status).toBe('rejected');
  expect(kept?.status).toBe('fulfilled');
});

test('the times of events never decrease, even when the clock goes back', async () => {
  const clock = testClock();
  const app = await testApp({}, { filter: plainFilter, clock });
  const start = (goal: string) => app.executor.execute(startSession, { ...session, goal }, asked);
  const { at } = await start('first');
  clock.advance(-60_000);
  expect((await start('second')).at).toBe(at);
});

test("commands beyond the queue's limit are refused as overloaded, the others are not", async () => {
  const app = await testApp({}, { filter: plainFilter });
  const all = Array.from({ length: 2100 }, () =>
    app.executor.execute(startSession, { ...session, goal: undefined }, asked),
  );
  const settled = await Promise.allSettled(all);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 100 }, () => 'overloaded'));
  expect((await app.log.head()).position).toBe(2000);
});

/** An executor over a log in memory that meets some faults, one at each batch that is to be written. */
function faultyExecutor(store: MemoryStore, ...faults: Fault[]) {
  const commits: number[] = [];
  const broken: LogBroken[] = [];
  const log = openMemoryEventLog(store, { clock: testClock(), faults });
  const commands = executor({
    log,
    filter: plainFilter,
    ids: ulids(),
    onCommit: ({ events }) => commits.push(events.length),
    onBroken: (error) => broken.push(error),
  });
  const prompt = (content: string, idempotencyKey?: string) =>
    commands.execute(
      savePrompt,
      { name: 'n', content, tags: undefined },
      { ...asked, idempotencyKey },
    );
  /** Is refused whatever the log holds. */
  const refused = () =>
    commands.execute(endSession, { id: '01KA5ZHQ7R9T1V3X5Z7B9D1F3H', summary: 's' }, asked);
  return { log, commits, broken, prompt, refused, commands };
}

const contents = async (log: EventLog) =>
  (await log.readAfter(0, 100)).map((event) => event.type === 'prompt.saved' && event.data.content);

test('a log that can no longer be trusted refuses what waits, and its error is reported', async () => {
  const { prompt, refused, broken, commits } = faultyExecutor(
    new MemoryStore(),
    'lost before commit',
  );
  const all = await Promise.allSettled([prompt('one'), refused(), prompt('two')]);
  // Not even what was decided against it is certain.
  for (const one of all) expect(one).toMatchObject({ reason: { code: 'not_ready' } });
  expect(broken.map(({ message }) => message)).toEqual([
    'the log can no longer be written safely: lost before commit',
  ]);
  expect(commits).toEqual([]);
});

test.each([
  ['lost before commit', 0],
  ['lost after commit', 1],
] as const)(
  'what was %s is there once when it is sent again with its key',
  async (fault, written) => {
    const store = new MemoryStore();
    const first = faultyExecutor(store, fault);
    await expect(first.prompt('one', 'key')).rejects.toMatchObject({ code: 'not_ready' });
    expect(await contents(first.log)).toHaveLength(written);
    const { log, prompt, commits } = faultyExecutor(store);
    const again = await prompt('one', 'key');
    expect(again).toMatchObject({ appended: true, position: 1, state: { version: 1 } });
    expect(await contents(log)).toEqual(['one']);
    expect(commits).toEqual(written === 0 ? [1] : []);
    await expect(prompt('two', 'key')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  },
);

test('nothing is answered before the commit, neither a save nor a refusal', async () => {
  let commit = () => {};
  const slow = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const { log, prompt, refused } = faultyExecutor(new MemoryStore(), () => slow);
  const answered: string[] = [];
  const all = Promise.allSettled([
    prompt('one').finally(() => answered.push('saved')),
    refused().finally(() => answered.push('refused')),
    prompt('one').finally(() => answered.push('already so')),
  ]);
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
  expect(answered).toEqual([]);
  expect((await log.head()).position).toBe(0);
  commit();
  const [, second] = await all;
  // Each queues once its own text is redacted: which comes first is not promised.
  expect(answered.sort()).toEqual(['already so', 'refused', 'saved']);
  expect(second).toMatchObject({ reason: { code: 'not_found' } });
});

test('a batch whose end has moved is decided again, by what the log holds then', async () => {
  const store = new MemoryStore();
  const other = faultyExecutor(store);
  const { log, prompt, refused, commits } = faultyExecutor(
    store,
    // Somebody else is faster, once by what is seen here and once not.
    () => other.prompt('theirs'),
    'conflict',
  );
  const [mine, same, no] = await Promise.allSettled([prompt('mine'), prompt('theirs'), refused()]);
  expect(await contents(log)).toEqual(['theirs', 'mine', 'theirs']);
  expect(mine).toMatchObject({ value: { position: 2, state: { version: 2 } } });
  expect(same).toMatchObject({ value: { position: 3, state: { version: 3 } } });
  expect(no).toMatchObject({ reason: { code: 'not_found' } });
  expect(commits).toEqual([2]);
});

test('what is decided again and is so by then is not appended a second time', async () => {
  const store = new MemoryStore();
  const other = faultyExecutor(store);
  const { log, prompt, commits } = faultyExecutor(store, () => other.prompt('same'));
  expect(await prompt('same')).toMatchObject({ appended: false, position: 1 });
  expect(await contents(log)).toEqual(['same']);
  expect(commits).toEqual([]);
});

test('a full disk refuses a batch whole, and what needs no room goes on', async () => {
  const { log, prompt, refused, broken } = faultyExecutor(new MemoryStore(), 'disk full');
  const all = await Promise.allSettled([prompt('one'), refused()]);
  for (const one of all) expect(one).toMatchObject({ reason: { code: 'not_ready' } });
  await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
  expect(await prompt('one')).toMatchObject({ appended: true, position: 1 });
  expect(await contents(log)).toEqual(['one']);
  expect(broken).toEqual([]);
});

test('a dry run is decided at the end of the log and appends nothing', async () => {
  const { log, commands, prompt, commits } = faultyExecutor(new MemoryStore());
  await prompt('one');
  const dry = { ...asked, dryRun: true };
  const tried = (content: string) =>
    commands.execute(savePrompt, { name: 'n', content, tags: undefined }, dry);
  expect(await tried('two')).toMatchObject({ appended: true, position: 2, state: { version: 2 } });
  expect(await tried('one')).toMatchObject({ appended: false, position: 1, state: { version: 1 } });
  expect(await contents(log)).toEqual(['one']);
  expect(commits).toEqual([1]);
});
