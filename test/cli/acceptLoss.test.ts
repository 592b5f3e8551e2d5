import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flipBit } from '../support/flipBit.js';
import { runCli, spawnedCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const NOTES = 10;

test('after a kill and a flipped bit, every command says what is lost, and --accept-loss goes on', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  for (let i = 0; i < NOTES; i++) {
    const body = JSON.stringify({ title: `note ${i}`, content: 'c', type: 'task', project: 'p' });
    const headers = { 'content-type': 'application/json' };
    const url = `${service.url}/api/v1/observations`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  }
  await service.stop('SIGKILL');
  // Not in the last transaction: that one looks as if the process had died while it was written.
  flipBit(join(directory, 'log.db-wal'), 0.4);

  const lost = /log\.db ends at event \d, but at least \d+ more transactions? in log\.db-wal/;
  for (const refused of [
    await spawnedCli(['serve'], directory),
    await runCli(['rebuild'], directory),
    await runCli(['scrub'], directory),
  ]) {
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(lost);
    expect(refused.output).toContain('--accept-loss');
  }
  const verified = await runCli(['verify'], directory);
  expect(verified.code).toBe(1);
  expect(verified.output).toMatch(lost);
  const kept = await runCli(['backup', join(temporaryDirectory(), 'backup.db')], directory);
  expect(kept.code).toBe(1);
  expect(kept.stderr).toMatch(lost);

  const accepted = await runCli(['rebuild', '--accept-loss'], directory);
  expect(accepted.code).toBe(0);
  expect(accepted.stderr).toMatch(lost);
  expect(readdirSync(directory).some((name) => name.startsWith('log.db-wal.lost-'))).toBe(true);
  expect((await runCli(['verify'], directory)).code).toBe(0);
});
