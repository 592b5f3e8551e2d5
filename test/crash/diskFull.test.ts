import { expect, test } from 'vitest';
import { dataFiles } from '../../src/config/dataFiles.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { testClient } from '../support/client.js';
import { save as saveNote } from '../support/notes.js';
import { testApp } from '../support/testApp.js';

test('on a full disk a save is refused completely, and reads still work', async () => {
  const lines: Line[] = [];
  const write = (line: Line) => void lines.push(line);
  const freeBytes = async () => 1e12;
  const app = await testApp({}, { maxLogPages: 60, write, freeBytes });
  const client = await testClient(app);
  const save = (i: number) =>
    client.call('POST', '/api/v1/observations', {
      payload: { title: `note ${i}`, content: 'x'.repeat(20_000), type: 'task', project: 'p' },
    });
  const stored: string[] = [];
  let refused: Awaited<ReturnType<typeof save>> | undefined;
  for (let i = 0; i < 50 && !refused; i++) {
    const response = await save(i);
    if (response.statusCode === 200) stored.push(response.json().id);
    else refused = response;
  }
  expect(stored.length).toBeGreaterThan(0);
  expect(refused?.statusCode).toBe(503);
  expect(refused?.headers['retry-after']).toBeDefined();
  expect(refused?.json()).toMatchObject({
    code: 'not_ready',
    detail: expect.stringContaining('disk is full'),
  });

  expect((await app.log.head()).position).toBe(stored.length);
  const context = await client.call('GET', '/api/v1/context/p?limit=100');
  expect(
    context
      .json()
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([...stored].sort());

  // It says so once, however many saves are refused, and readiness tells until a save succeeds.
  for (let i = 0; i < 20; i++) expect((await save(i)).statusCode).toBe(503);
  expect(lines).toMatchObject([
    { level: 'error', code: 'log_disk_full', file: dataFiles(app.config).log },
  ]);
  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json().conditions).toMatchObject([{ code: 'log_disk_full' }]);
  const metrics = (await client.call('GET', '/api/v1/metrics')).body;
  expect(metrics).toContain('memory_vault_conditions{code="log_disk_full"} 1\n');
  expect(metrics).toContain('memory_vault_disk_free_bytes 1000000000000\n');
  // A small one still fits.
  await saveNote(client, { content: 'short' });
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  expect(lines.at(-1)).toMatchObject({ code: 'condition_over', times: 21 });
});
