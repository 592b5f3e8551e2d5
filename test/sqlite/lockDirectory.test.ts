import { expect, test } from 'vitest';
import { DirectoryLocked, lockDirectory } from '../../src/sqlite/lockDirectory.js';
import { spawnedCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('a second lock on a directory is refused, and the message names the holder of the first', () => {
  const directory = temporaryDirectory();
  const lock = lockDirectory(directory, '2026-11-20T09:30:00Z');
  expect(() => lockDirectory(directory, 'later')).toThrow(DirectoryLocked);
  expect(() => lockDirectory(directory, 'later')).toThrow(
    `is in use by process ${process.pid}, which started at 2026-11-20T09:30:00Z`,
  );
  lock.release();
  lockDirectory(directory, 'later').release();
});

test('a second process on a data directory exits with 1, names the first process, and changes nothing', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  for (const command of ['serve', 'scrub']) {
    const second = await spawnedCli([command], directory);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`in use by process ${service.process.pid}`);
  }
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.stop('SIGKILL');
  const after = await startService(directory);
  expect(await after.stop('SIGTERM')).toBe(0);
});
