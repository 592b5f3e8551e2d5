import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runs } from '../support/depth.js';
import { fillService } from '../support/fillService.js';
import { ADMIN } from '../support/notes.js';
import { runCli, startService } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('rebuild sends a request to the running service, which goes on saving and searching', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  await fillService(service, runs(200, 1500));
  const save = async (title: string) => {
    const response = await fetch(`${service.url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, content: 'c', type: 'task', project: 'during' }),
    });
    expect(response.status).toBe(200);
  };
  const found = async (q: string) => {
    const response = await fetch(`${service.url}/api/v1/search?q=${q}&limit=1`);
    expect(response.status).toBe(200);
    return ((await response.json()) as unknown[]).length;
  };
  // Both search threads have the old file open.
  await Promise.all([found('note'), found('word1'), found('word2')]);

  let done = false;
  const port = new URL(service.url).port;
  const rebuilt = runCli(['rebuild'], directory, { VAULT_PORT: port }).finally(() => {
    done = true;
  });
  let saved = 0;
  const searches: number[] = [];
  while (!done) {
    await Promise.all([save(`a ${saved}`), save(`b ${saved}`)]);
    saved += 2;
    searches.push(await found('note'));
    await sleep(20);
  }
  const { code, output } = await rebuilt;
  expect(output).toMatch(/\d+ events in [\d.]+ s\nbefore ([0-9a-f]{64})\nafter {2}\1\nthe same\n$/);
  expect(code).toBe(0);
  expect(searches.every((hits) => hits === 1)).toBe(true);
  await save('afterwards');
  expect(await found('afterwards')).toBe(1);

  const counted = await fetch(`${service.url}/api/v1/summary/during`);
  expect(await counted.json()).toMatchObject({ observations_total: saved + 1 });
  const ready = await fetch(`${service.url}/readyz`);
  expect(ready.status).toBe(200);

  const live = await runCli(['digest'], directory);
  expect(await service.stop('SIGTERM')).toBe(0);
  const replayed = await runCli(['rebuild'], directory);
  expect(replayed.output).toContain(`before ${live.output.slice(0, 64)}`);
  expect(replayed.output).toMatch(/the same\n$/);
});

test('rebuild finds the service that holds the vault, whatever its port', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  const { code, output } = await runCli(['rebuild'], directory, { VAULT_PORT: '9' });
  expect([code, output]).toEqual([0, expect.stringMatching(/the same\n$/)]);
  await service.stop();
});

test('rebuild says what to do when nothing tells where the service listens', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  rmSync(join(directory, 'service.json'));
  const { code, output } = await runCli(['rebuild'], directory, { VAULT_PORT: '9' });
  expect(code).toBe(1);
  expect(output).toContain(`is in use by process ${service.process.pid}`);
  expect(output).toContain('no service proves to be that one: wait until it has started');
  await service.stop('SIGTERM');
});

test('rebuild with another key than that of the running service is refused by it', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  const VAULT_PORT = new URL(service.url).port;
  const VAULT_ADMIN_KEY = 'another key than the service has';
  const { code, output } = await runCli(['rebuild'], directory, { VAULT_PORT, VAULT_ADMIN_KEY });
  expect(code).toBe(1);
  expect(output).toContain('answered 401');
  const state = await fetch(`${service.url}/admin/projections`, { headers: ADMIN });
  expect(await state.json()).toMatchObject({ rebuild: { state: 'idle' } });
  await service.stop();
});
