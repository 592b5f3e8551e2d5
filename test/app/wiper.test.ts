import { expect, test } from 'vitest';
import { wiper } from '../../src/app/wiper.js';
import type { EventLog } from '../../src/log/eventLog.js';
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
