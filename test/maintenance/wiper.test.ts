import { expect, test } from 'vitest';
import type { EventLog } from '../../src/log/eventLog.js';
import { wiper } from '../../src/maintenance/wiper.js';
import { filledApp } from '../support/filledApp.js';

/** An wiper over a log of three events that is emptied as the test says. */
async function erasing(wipe: EventLog['wipe']) {
  const { log, readModels, rebuilder } = await filledApp(3);
  return wiper({ ...log, wipe }, readModels, rebuilder, () => {});
}

test('an erasure that takes longer than the wait goes on in the background', async () => {
  let finish = (_: boolean) => {};
  const one = await erasing(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  expect(await one.wipe(3, 20)).toBe(false);
  expect(one.pending()).toBe(true);
  finish(true);
  expect(await one.wipe(3, 60_000)).toBe(true);
  expect(one.pending()).toBe(false);
});

test('closing finishes pending erasures that nothing blocks any more', async () => {
  let isHeld = true;
  const one = await erasing(async () => !isHeld);
  expect(await one.wipe(3, 20)).toBe(false);
  isHeld = false;
  await one.close();
  expect(one.pending()).toBe(false);
});

test('closing does not wait for a blocked erasure', async () => {
  const one = await erasing(async () => false);
  expect(await one.wipe(3, 20)).toBe(false);
  await one.close();
  expect(one.pending()).toBe(true);
});

/** A wiper for which it takes 100 ms to write the read models again, and how often it did. */
async function slowWiper() {
  const { log, readModels, rebuilder } = await filledApp(3);
  const time = { now: 0, wipes: 0 };
  const wipe = async (mayRewrite: boolean) => {
    if (!mayRewrite) return false;
    time.now += 100;
    time.wipes += 1;
    return readModels.wipe(mayRewrite);
  };
  const one = wiper(
    log,
    { ...readModels, wipe },
    rebuilder,
    () => {},
    () => time.now,
  );
  return { one, time };
}

test('writing the read models again takes at most a third of the time of the thread that applies events', async () => {
  const { one, time } = await slowWiper();
  expect(await one.wipe(1, 60_000)).toBe(true);
  time.now += 199;
  expect(await one.wipe(2, 30)).toBe(false);
  expect(await one.wipe(3, 30)).toBe(false);
  expect([time.wipes, one.pending()]).toEqual([1, true]);
  time.now += 1;
  expect(await Promise.all([one.wipe(2, 60_000), one.wipe(3, 60_000)])).toEqual([true, true]);
  expect([time.wipes, one.pending()]).toEqual([2, false]);
});

test('read models that were written again do not wait for their rest to get rid of the write-ahead log', async () => {
  const { log, readModels, rebuilder } = await filledApp(3);
  let clock = 0;
  let isHeld = true;
  const asked: boolean[] = [];
  const models = {
    ...readModels,
    wipe: async (mayRewrite: boolean) => {
      clock += mayRewrite ? 100 : 0;
      asked.push(mayRewrite);
      return !isHeld;
    },
  };
  const one = wiper(
    log,
    models,
    rebuilder,
    () => {},
    () => clock,
  );
  expect(await one.wipe(3, 30)).toBe(false);
  isHeld = false;
  expect(await one.wipe(3, 60_000)).toBe(true);
  expect(asked.filter((mayRewrite) => mayRewrite)).toHaveLength(1);
});

test('closing does not wait until the read models may be written again', async () => {
  const { one } = await slowWiper();
  expect(await one.wipe(2, 60_000)).toBe(true);
  expect(await one.wipe(3, 20)).toBe(false);
  await one.close();
  expect(one.pending()).toBe(false);
});

test('says how long the oldest erasure has been pending, and not how long there has been one', async () => {
  const time = { now: 0 };
  const held = { now: true };
  const { log, readModels, rebuilder } = await filledApp(3);
  const wipe = async () => !held.now;
  const one = wiper(
    { ...log, wipe },
    readModels,
    rebuilder,
    () => {},
    () => time.now,
  );
  expect(one.pendingMs()).toBe(0);
  expect(await one.wipe(2, 0)).toBe(false);
  time.now = 70_000;
  expect(one.pendingMs()).toBe(70_000);
  held.now = false;
  expect(await one.wipe(2, 60_000)).toBe(true);
  expect(one.pendingMs()).toBe(0);
  held.now = true;
  expect(await one.wipe(3, 0)).toBe(false);
  time.now = 71_000;
  expect(one.pendingMs()).toBe(1000);
});
