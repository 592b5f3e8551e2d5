import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupName } from '../../src/maintenance/backup.js';
import { filledApp } from '../support/filledApp.js';
import { runHere } from '../support/runHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('a backup without a file goes to VAULT_BACKUP_DIR, where the newest stay', async () => {
  const app = await filledApp(3);
  await app.close();
  const folder = join(temporaryDirectory(), 'backups');
  const env = { VAULT_DATA_DIR: app.config.dataDir, VAULT_BACKUP_DIR: folder };
  mkdirSync(folder, { mode: 0o700 });
  const days = [1, 2, 3].map((day) => backupName(Date.UTC(2026, 0, day)));
  for (const name of [...days, 'vault-of-mine.db']) writeFileSync(join(folder, name), '');
  const made = await runHere(['backup', '--keep', '2'], { env });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [file = ''] = made.stdout.split(':');
  expect(existsSync(file)).toBe(true);
  expect(readdirSync(folder).sort()).toHaveLength(3);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([days[2], 'vault-of-mine.db']));
});

test('the number of backups to keep is a whole number', async () => {
  const { code, stderr } = await runHere(['backup', '--keep', '0'], { env: {} });
  expect(code).toBe(2);
  expect(stderr).toContain('at least 1');
});
