import { expect, test } from 'vitest';
import { eraser } from '../../src/app/eraser.js';
import type { EventLog } from '../../src/log/eventLog.js';
import { filledApp } from '../support/filledApp.js';

/** An eraser over a log of three events that is emptied as the test says. */
async function erasing(scour: EventLog['scour']) {
  const { log, readModels, rebuilder } = await filledApp(3);
  return eraser({ ...log, scour }, readModels, rebuilder, () => {});
}

test('an erasure that takes longer than the wait goes on in the background', async () => {
  let finish = (_: boolean) => {};
  const one = await erasing(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  expect(await one.settle(3, 20)).toBe(false);
  expect(one.pending()).toBe(true);
  finish(true);
  expect(await one.settle(3, 60_000)).toBe(true);
  expect(one.pending()).toBe(false);
});

test('closing finishes pending erasures that nothing blocks any more', async () => {
  let isHeld = true;
  const one = await erasing(async () => !isHeld);
  expect(await one.settle(3, 20)).toBe(false);
  isHeld = false;
  await one.close();
  expect(one.pending()).toBe(false);
});

test('closing does not wait for a blocked erasure', async () => {
  const one = await erasing(async () => false);
  expect(await one.settle(3, 20)).toBe(false);
  await one.close();
  expect(one.pending()).toBe(true);
});
