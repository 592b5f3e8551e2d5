import { expect, test } from 'vitest';
import { endSession } from '../../src/commands/endSession.js';
import { executor } from '../../src/commands/executor.js';
import { savePrompt } from '../../src/commands/savePrompt.js';
import { startSession } from '../../src/commands/startSession.js';
import { ulids } from '../../src/domain/ids.js';
import { LogBroken } from '../../src/log/eventLog.js';
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

test('a log that can no longer be trusted refuses what waits and is told of', async () => {
  const app = await testApp({}, { filter: plainFilter });
  const told: unknown[] = [];
  const broken = new LogBroken(new Error('disk I/O error'));
  const commands = executor({
    log: { ...app.log, append: () => Promise.reject(broken) },
    filter: plainFilter,
    clock: testClock(),
    ids: ulids(),
    lastAt: 0,
    onCommit: () => expect.fail('nothing was committed'),
    onBroken: (error) => told.push(error),
  });
  const start = commands.execute(startSession, { ...session, goal: undefined }, asked);
  await expect(start).rejects.toMatchObject({ code: 'not_ready' });
  expect(told).toEqual([broken]);
});
