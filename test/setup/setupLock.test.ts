import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whileLocked } from '../../src/setup/setupLock.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('what several do is done one after the other, and nothing of the lock stays', async () => {
  const dataDir = join(temporaryDirectory(), 'new', 'vault');
  let value = 0;
  const all = Array.from({ length: 6 }, () =>
    whileLocked(dataDir, () => {
      expect(existsSync(join(dataDir, 'setup.lock'))).toBe(true);
      value += 1;
      return value;
    }),
  );
  expect((await Promise.all(all)).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(existsSync(join(dataDir, '..'))).toBe(false);
});

test.each([
  ['whose process has ended', String(2 ** 22 + 1), 0],
  ['that is older than any setup', String(process.pid), 3600],
  ['without a process, that is old', '', 3600],
])('a lock %s holds nobody up', async (_what, content, age) => {
  const dataDir = temporaryDirectory();
  const lock = join(dataDir, 'setup.lock');
  writeFileSync(lock, content);
  const then = Date.now() / 1000 - age;
  utimesSync(lock, then, then);
  expect(await whileLocked(dataDir, () => 'done')).toBe('done');
  expect(existsSync(lock)).toBe(false);
});

test('a lock is given back when the change fails', async () => {
  const dataDir = temporaryDirectory();
  const failing = whileLocked(dataDir, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(join(dataDir, 'setup.lock'))).toBe(false);
});
