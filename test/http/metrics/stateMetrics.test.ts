import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { noteUpkeep } from '../../../src/maintenance/upkeep.js';
import { testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

async function vault(app: App) {
  const client = await testClient(app);
  return {
    client,
    /** The value of a metric without labels. */
    async sample(name: string): Promise<number> {
      const { body } = await client.call('GET', '/api/v1/metrics');
      const line = body.split('\n').find((one) => one.startsWith(`memory_vault_${name} `));
      return Number(line?.split(' ')[1]);
    },
  };
}

test('memory_vault_ready says what /readyz says', async () => {
  const app = await testApp();
  const { client, sample } = await vault(app);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
  expect(await sample('ready')).toBe(1);
  (await app.readModels.latest()).db.exec('DROP TABLE observations_fts');
  await save(client);
  expect((await client.call('GET', '/readyz')).statusCode).toBe(503);
  expect(await sample('ready')).toBe(0);
});

test('the age of the last backup, also of one that the command made', async () => {
  const app = await testApp();
  const { sample } = await vault(app);
  expect(await sample('backup_age_seconds')).toBeNaN();
  noteUpkeep(app.config.dataDir, { backedUp: { at: app.clock() - 90_000, events: 1 } });
  expect(await sample('backup_age_seconds')).toBe(90);
});

test('the disk of the data directory is measured, and the other metrics are given without it', async () => {
  const app = await testApp();
  const { sample } = await vault(app);
  expect(await sample('disk_free_bytes')).toBeGreaterThan(0);
  expect(await sample('disk_size_bytes')).toBeGreaterThan(await sample('disk_free_bytes'));
  rmSync(app.config.dataDir, { recursive: true });
  expect(await sample('disk_free_bytes')).toBeNaN();
  expect(await sample('log_position')).toBe(0);
});
