import { expect, test } from 'vitest';
import { heapRest, thisThread } from '../../src/app/heapRest.js';

/** A main thread that is as busy as `now` says, and whose heap is 30 MB after each collection. */
function mainThread() {
  const now = { busy: 0, heap: 100, collections: 0 };
  const { look } = heapRest({
    busy: () => now.busy,
    heap: () => now.heap,
    async collect() {
      now.heap = 30;
      now.collections += 1;
    },
  });
  const looks = async (count: number) => {
    for (let i = 0; i < count; i++) await look();
    return now.collections;
  };
  return { now, looks };
}

test('garbage is collected once the main thread has been quiet for some looks, and not again while there is none', async () => {
  const { now, looks } = mainThread();
  expect(await looks(3)).toBe(0);
  expect(await looks(1)).toBe(1);
  now.heap = 35;
  expect(await looks(20)).toBe(1);
  now.heap = 60;
  expect(await looks(4)).toBe(2);
});

test('nothing is collected while the main thread works', async () => {
  const { now, looks } = mainThread();
  now.busy = 0.5;
  expect(await looks(20)).toBe(0);
  now.busy = 0;
  await looks(3);
  now.busy = 0.5;
  await looks(1);
  now.busy = 0;
  expect(await looks(3)).toBe(0);
});

test('this process gives back what it does not use', async () => {
  let garbage: unknown[] | undefined = Array.from({ length: 300_000 }, (_, i) => ({ i }));
  const before = process.memoryUsage().heapUsed;
  expect(garbage).toHaveLength(300_000);
  garbage = undefined;
  const { look } = heapRest({ ...thisThread(), busy: () => 0 });
  for (let i = 0; i < 4; i++) await look();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 5_000_000);
});
