import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { testClient } from '../support/client.js';
import { save } from '../support/notes.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testClock, testConfig } from '../support/testApp.js';

const DAY = 86_400_000;
const NOTE = { title: 'later', content: 'c', type: 'task', project: 'p' };

/** A vault on a machine that has been up for a day, whose clock jumps without time passing. */
async function watched(env: Record<string, string> = {}) {
  const [clock, uptime] = [testClock(), testClock(DAY)];
  const lines: Line[] = [];
  const dataDir = temporaryDirectory();
  const options = { clock, uptime, write: (line: Line) => void lines.push(line) };
  const open = async (more: Record<string, string> = env) => {
    const app = await testApp({ VAULT_DATA_DIR: dataDir, ...more }, options);
    return { app, client: await testClient(app) };
  };
  const codes = () => lines.map(({ code, condition }) => condition ?? code);
  return { clock, uptime, open, codes, dataDir, options };
}

test('after a jump of the clock saves are refused and reads go on, until it is set right', async () => {
  const { clock, open, codes } = await watched();
  const { app, client } = await open();
  await save(client, { project: 'p' });
  const { position } = await app.log.head();
  clock.advance(3650 * DAY);
  const refused = await client.call('POST', '/api/v1/observations', { payload: NOTE });
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({
    code: 'not_ready',
    detail: expect.stringContaining('clock'),
  });
  expect((await app.log.head()).position).toBe(position);
  expect((await client.call('GET', '/api/v1/context/p')).json()).toHaveLength(1);
  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json().checks.clock).not.toBe('ok');
  expect(ready.json().conditions).toMatchObject([{ code: 'clock_jumped', level: 'error' }]);
  expect(codes()).toEqual(['clock_jumped']);

  clock.advance(-3650 * DAY);
  await save(client, { title: 'later' });
  expect((await client.call('GET', '/readyz')).json().checks.clock).toBe('ok');
  expect(codes()).toEqual(['clock_jumped', 'clock_jumped']);
});

test('a restart does not make a jump right, but VAULT_CLOCK=follow does, once', async () => {
  const { clock, open } = await watched();
  const first = await open();
  await save(first.client);
  await first.app.close();
  clock.advance(100 * DAY);
  const second = await open();
  const post = (client: (typeof second)['client']) =>
    client.call('POST', '/api/v1/observations', { payload: NOTE });
  expect((await post(second.client)).statusCode).toBe(503);
  await second.app.close();
  const told = await open({ VAULT_CLOCK: 'follow' });
  await told.app.close();
  const later = await open();
  expect((await post(later.client)).statusCode).toBe(200);
});

test('a vault that nobody used for a month takes saves at once', async () => {
  const { clock, uptime, open } = await watched();
  const { client } = await open();
  await save(client, { project: 'p' });
  clock.advance(30 * DAY);
  uptime.advance(30 * DAY);
  await save(client, { title: 'later' });
});

test('a clock behind the last event is warned of, and saves go on with the time of that event', async () => {
  const { clock, open, codes } = await watched({ VAULT_CLOCK: 'follow' });
  const { client } = await open();
  clock.advance(3650 * DAY);
  await save(client, { project: 'p' });
  clock.advance(-3650 * DAY);
  await save(client, { title: 'later' });
  const ready = await client.call('GET', '/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json().checks.clock).toContain('behind the last event');
  const metrics = (await client.call('GET', '/api/v1/metrics')).body;
  expect(metrics).toContain(`memory_vault_clock_behind_seconds ${(3650 * DAY) / 1000}\n`);
  expect(metrics).toContain('memory_vault_conditions{code="clock_behind_log"} 1\n');
  expect(codes()).toEqual(['clock_behind_log']);
  clock.advance(3651 * DAY);
  expect((await client.call('GET', '/readyz')).json().checks.clock).toBe('ok');
});

test('what a clock said is kept in a file, and a torn one is no hindrance', async () => {
  const { open, dataDir, options } = await watched();
  const { app } = await open();
  await app.close();
  expect(existsSync(join(dataDir, 'clock.json'))).toBe(true);
  writeFileSync(join(dataDir, 'clock.json'), '\0\0\0');
  const again = await openApp(testConfig({ VAULT_DATA_DIR: dataDir }), options);
  expect(again.reporter.conditions()).toEqual([]);
  await again.close();
});
