import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import { PUBLIC_TYPES, publicEventsFor } from '../../src/queries/publicEvents.js';
import type { Message } from '../../src/webhooks/delivery.js';
import { begunAt, GIVE_UP_MS, type Progress, runQueue } from '../../src/webhooks/queue.js';
import { testClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { save } from '../support/notes.js';
import { testApp } from '../support/testApp.js';

type Answer = number | 'no answer';

/** A queue whose receiver answers as it is told, with a clock that only waiting moves. */
function queueOf(
  app: App,
  answer: (message: Message, nth: number) => Answer | Promise<Answer>,
  from = begunAt(0),
) {
  const bodies: string[] = [];
  const failed: unknown[] = [];
  let kept: Progress = from;
  let now = 1000;
  const start = () => {
    const stop = new AbortController();
    const ended = runQueue({
      log: app.log,
      tell: publicEventsFor(app.log, EVERYTHING, 'memory-vault/test'),
      types: PUBLIC_TYPES,
      from: kept,
      keep: (progress) => {
        kept = progress;
      },
      onFailed: (one) => failed.push(one),
      async send(message) {
        bodies.push(message.body);
        const status = await answer(message, bodies.length);
        if (status === 'no answer') throw new Error('no answer');
        return { status };
      },
      now: () => now,
      random: () => 0.5,
      signal: stop.signal,
      wait: async (ms) => {
        now += ms;
      },
    });
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
    return { ended, stop };
  };
  return { start, bodies, failed, progress: () => kept };
}

const positionsOf = (bodies: readonly string[]): number[] =>
  bodies.map((body) => JSON.parse(body).position);

test('a receiver that fails every third time, and queues that are stopped, lose nothing and keep the order', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const taken: number[] = [];
  const queue = queueOf(app, (message, nth) => {
    if (nth % 3 === 0) return nth % 2 === 0 ? 'no answer' : 503;
    taken.push(JSON.parse(message.body).position);
    return 204;
  });
  let { ended, stop } = queue.start();
  for (let round = 0; round < 10; round++) {
    const id = await save(client, { title: `note ${round}` });
    await client.call('PATCH', `/api/v1/observations/${id}`, {
      payload: { title: `new ${round}` },
    });
    if (round % 2 === 0) await client.call('DELETE', `/api/v1/observations/${id}`);
    stop.abort();
    await ended;
    ({ ended, stop } = queue.start());
  }
  const { position } = await app.log.head();
  await eventually('the queue was at the end', () =>
    expect(queue.progress().position).toBe(position),
  );
  const all = Array.from({ length: position }, (_, i) => i + 1);
  expect([...new Set(taken)]).toEqual(all);
  expect([...taken].sort((a, b) => a - b)).toEqual(taken);
  expect(queue.progress()).toMatchObject({ failing_since: null, failures: 0 });
});

test('a retry has no text that was forgotten meanwhile', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const id = await save(client, { title: 'kept back', content: 'unspeakable' });
  const queue = queueOf(app, async (_, nth) => {
    if (nth > 1) return 200;
    await client.call('DELETE', `/api/v1/observations/${id}`);
    return 500;
  });
  queue.start();
  await eventually('the queue was at the end', () => expect(queue.progress().position).toBe(2));
  expect(queue.bodies[0]).toContain('unspeakable');
  expect(queue.bodies.slice(1).join()).not.toMatch(/unspeakable|kept back/);
  expect(positionsOf(queue.bodies)).toEqual([1, 1, 2]);
});

test('what fails for three days is given up and listed, and the next one goes', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (const title of ['refused', 'taken']) await save(client, { title });
  const queue = queueOf(app, ({ body }) => (body.includes('refused') ? 400 : 200));
  queue.start();
  await eventually('the queue was at the end', () => expect(queue.progress().position).toBe(2));
  expect(queue.failed).toEqual([{ position: 1, event: expect.any(String), error: 'answered 400' }]);
  const tries = queue.bodies.length - 1;
  expect(tries).toBeLessThan(30);
  expect(GIVE_UP_MS).toBe(259_200_000);
});

test('a receiver that is gone ends its queue', async () => {
  const app = await testApp();
  await save(await testClient(app));
  const queue = queueOf(app, () => 410);
  expect(await queue.start().ended).toBe('gone');
  expect(queue.progress().position).toBe(0);
});

test('a message that is too large comes without its data', async () => {
  const app = await testApp();
  await save(await testClient(app), { content: 'a b '.repeat(80_000) });
  const queue = queueOf(app, () => 200);
  queue.start();
  await eventually('the queue was at the end', () => expect(queue.progress().position).toBe(1));
  expect(JSON.parse(queue.bodies[0] ?? '')).toMatchObject({ data: null, too_large: true });
});

test('of many events that the receiver may not hear of, each has a turn of its own', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (let i = 0; i < 20; i++) await save(client, { title: `note ${i}` });
  const stop = new AbortController();
  const turns: number[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (!stop.signal.aborted) setImmediate(count);
  };
  count();
  let position = 0;
  const ended = runQueue({
    log: app.log,
    tell: async () => {
      turns.push(turn);
      return undefined;
    },
    types: PUBLIC_TYPES,
    from: begunAt(0),
    keep: (progress) => {
      position = progress.position;
    },
    onFailed: () => {},
    send: () => Promise.reject(new Error('nothing is to be sent')),
    now: () => 0,
    random: () => 0.5,
    signal: stop.signal,
  });
  await eventually('the queue was at the end', () => expect(position).toBe(20));
  stop.abort();
  await ended;
  expect(new Set(turns).size).toBe(20);
});

test('what a log records anew after it was restored is sent', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client, { title: 'restored' });
  const queue = queueOf(app, () => 200, begunAt(500));
  queue.start();
  await eventually('the queue knows the end', () => expect(queue.progress().position).toBe(1));
  await save(client, { title: 'anew' });
  await eventually('it was sent', () => expect(queue.progress().position).toBe(2));
  expect(positionsOf(queue.bodies)).toEqual([2]);
});

test('what failed before a receiver was gone does not count once it is back', async () => {
  const app = await testApp();
  await save(await testClient(app));
  const queue = queueOf(app, (_, nth) => (nth === 1 ? 503 : 410));
  expect(await queue.start().ended).toBe('gone');
  expect(queue.progress()).toEqual({ ...begunAt(0), last_error: 'answered 410' });
});
