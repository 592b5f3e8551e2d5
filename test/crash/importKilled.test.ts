import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { NOTE_LINE } from '../support/archiveLines.js';
import { runCli, startService } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { vaultClient } from '../support/vaultClient.js';

const ROWS = 700;
const SOME = 100;
const MOST_EVENTS = 1000;

/** Notes of two revisions each, so that a note may not be left with half of its history. */
function writeArchive(file: string): void {
  const { type, content, tags, record } = NOTE_LINE;
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const said = (title: string, day: number) => ({
      type,
      title,
      content,
      tags,
      at: `2026-11-0${day}T10:00:00Z`,
    });
    const { at: _at, ...newest } = said(`Note ${i}, again`, 2);
    const id = `01KAFVVB000000000000${String(i).padStart(6, '0')}`;
    const revisions = [said(`Note ${i}`, 1), said(`Note ${i}, again`, 2)];
    return JSON.stringify({ record, id, ...newest, created_at: '2026-11-01T10:00:00Z', revisions });
  });
  writeFileSync(file, lines.join('\n'));
}

/** How many events of notes the log holds. */
const noteEvents = async (vault: VaultClient) => {
  let count = 0;
  for await (const { type } of vault.events({ limit: MOST_EVENTS }))
    if (type.startsWith('observation.')) count += 1;
  return count;
};

test('a service that is killed while it imports, and a second run, leave exactly one copy of each note', async () => {
  const dataDir = temporaryDirectory();
  const archive = join(dataDir, 'archive.ndjson');
  writeArchive(archive);
  const first = await startService(dataDir);
  const importing = runCli(['import', archive, '--yes', '--no-start'], dataDir);
  const seen = vaultClient(first.url);
  while ((await seen.GET('/admin/log')).data.head < SOME) await new Promise(setImmediate);
  await first.stop('SIGKILL');
  const killed = await importing;
  expect(killed.code).toBe(5);
  expect(killed.stderr).toContain('to go on from there');
  const second = await serviceHere(dataDir);
  const vault = vaultClient(second.url);
  const before = await noteEvents(vault);
  // A note has all of its history, or nothing.
  expect(before % 2).toBe(0);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(2 * ROWS);
  const again = JSON.parse((await runCli(['import', archive, '--yes'], dataDir)).stdout);
  expect(again).toMatchObject({ same: before / 2, stored: ROWS - before / 2, refused: 0 });
  expect(await noteEvents(vault)).toBe(2 * ROWS);
  const { data } = await vault.GET('/api/v1/stats');
  expect(data.observations_total).toBe(ROWS);
  await second.stop();
});
