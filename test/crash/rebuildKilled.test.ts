import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beginRebuild, fillService } from '../support/fillService.js';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** The digest of the content of the read models. The event of a requested rebuild is in none of them. */
async function digestOf(directory: string): Promise<string | undefined> {
  const { output } = await runCli(['digest'], directory);
  return /^[0-9a-f]{64}/.exec(output)?.[0];
}

const leftovers = (directory: string) =>
  readdirSync(directory).filter((name) => name.includes('.new'));

test("after SIGKILL during a rebuild the vault starts with its old read models and removes the rebuild's files", async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  await fillService(service, 4000);
  const before = await digestOf(directory);
  expect(before).toBeDefined();
  await beginRebuild(service);
  await service.stop('SIGKILL');
  expect(leftovers(directory)).toContain('views.db.new');

  const again = await startService(directory);
  expect(leftovers(directory)).toEqual([]);
  expect(await digestOf(directory)).toBe(before);
  expect(await again.stop('SIGTERM')).toBe(0);
});

test('SIGTERM during a rebuild ends it and leaves none of its files', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  await fillService(service, 4000);
  const before = await digestOf(directory);
  expect(before).toBeDefined();
  await beginRebuild(service);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(leftovers(directory)).toEqual([]);
  expect(await digestOf(directory)).toBe(before);
});
