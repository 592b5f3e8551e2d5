import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillService } from '../support/fillService.js';
import { ADMIN } from '../support/notes.js';
import { runCli, type Service, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** As many as take longer to build than the service takes for an answer. */
const NOTES = 300;

/** The digest of the content of the read models. The event of a requested rebuild is in none of them. */
async function digestOf(directory: string): Promise<string | undefined> {
  const { output } = await runCli(['digest'], directory);
  return /^[0-9a-f]{64}/.exec(output)?.[0];
}

const leftovers = (directory: string) =>
  readdirSync(directory).filter((name) => name.includes('.new'));

/** Holds a service still while the files of a rebuild are there. A rebuild that ended before is begun again. */
async function holdInRebuild(service: Service, directory: string): Promise<void> {
  for (;;) {
    await fetch(`${service.url}/admin/projections/rebuild`, { method: 'POST', headers: ADMIN });
    service.process.kill('SIGSTOP');
    if (leftovers(directory).includes('views.db.new')) return;
    service.process.kill('SIGCONT');
  }
}

test("after SIGKILL during a rebuild the vault starts with its old read models and removes the rebuild's files", async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  await fillService(service, NOTES);
  const before = await digestOf(directory);
  expect(before).toBeDefined();
  await holdInRebuild(service, directory);
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
  await fillService(service, NOTES);
  const before = await digestOf(directory);
  expect(before).toBeDefined();
  await holdInRebuild(service, directory);
  const stopped = service.stop('SIGTERM');
  service.process.kill('SIGCONT');
  expect(await stopped).toBe(0);
  expect(leftovers(directory)).toEqual([]);
  expect(await digestOf(directory)).toBe(before);
});
