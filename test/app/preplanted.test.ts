import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { existingVault } from '../../src/cli/existingVault.js';
import { backup } from '../../src/maintenance/backup.js';
import { keepEvidence } from '../../src/maintenance/loss/accept.js';
import { restore } from '../../src/maintenance/restore.js';
import { lockDirectory } from '../../src/sqlite/lockDirectory.js';
import { stoppedVault } from '../support/crashedVault.js';
import { makePipe } from '../support/pipe.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { NOW, testApp, testConfig } from '../support/testApp.js';

/** A data directory with a link to a file that is none of the vault's, which everybody may read. */
function linked(name: string, content = '') {
  const directory = temporaryDirectory();
  const victim = join(temporaryDirectory(), 'victim');
  writeFileSync(victim, content);
  chmodSync(victim, 0o644);
  symlinkSync(victim, join(directory, name));
  return { directory, victim };
}

const refusal = (code: string) => expect.objectContaining({ code });
const RESTORE = { replace: true, now: NOW, onProgress: () => {} };

test('a start follows no link that has the name of its log', async () => {
  const { directory, victim } = linked('log.db');
  await expect(openApp(testConfig({ VAULT_DATA_DIR: directory }))).rejects.toThrow(
    refusal('file_not_regular'),
  );
  expect(statSync(victim)).toMatchObject({ size: 0, mode: 0o100644 });
});

test('a start takes no key that a link leads to, and waits for no pipe', async () => {
  const { directory } = linked('admin.key', 'a key that somebody else knows');
  const env = { VAULT_ADMIN_KEY: '', VAULT_DATA_DIR: directory };
  await expect(openApp(testConfig(env))).rejects.toThrow(refusal('file_not_regular'));
  const piped = temporaryDirectory();
  makePipe(join(piped, 'admin.key'));
  await expect(openApp(testConfig({ ...env, VAULT_DATA_DIR: piped }))).rejects.toThrow(
    refusal('file_not_regular'),
  );
});

test('a service goes on in the real directory when its link is made to lead elsewhere', async () => {
  const link = join(temporaryDirectory(), 'vault');
  const real = temporaryDirectory();
  symlinkSync(real, link);
  const app = await testApp({ VAULT_DATA_DIR: link });
  expect(app.config.dataDir).toBe(real);
});

test('a command on a vault refuses it for the same reasons, before it opens anything', () => {
  const { directory } = linked('log.db', 'no log');
  const config = testConfig({ VAULT_DATA_DIR: directory });
  expect(() => existingVault(config)).toThrow(refusal('file_not_regular'));
  expect(() => existingVault({ ...config, dataDir: join(directory, 'none') })).toThrow(
    refusal('no_vault'),
  );
});

test('the card of the writer is not written through a link', () => {
  const { directory, victim } = linked('writer.json', 'precious');
  lockDirectory(directory, '2026-11-20T09:30:00Z').release();
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('a backup is not written through a link that has the name of its unfinished file', async () => {
  const directory = await stoppedVault(1);
  const { directory: target, victim } = linked('backup.db.partial', 'precious');
  await backup(directory, join(target, 'backup.db'));
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(statSync(join(target, 'backup.db')).size).toBeGreaterThan(0);
});

test('evidence is not kept through a link', async () => {
  const { directory, victim } = linked('log.db-wal.lost-2026-11-20T09-30-00Z', 'precious');
  writeFileSync(join(directory, 'log.db-wal'), 'evidence');
  const wal = { usable: 0, commits: 0, lost: 1 };
  const loss = { head: 0, log: 'missing', wal, ahead: [], different: [] } as const;
  expect(() => keepEvidence(directory, loss, NOW)).toThrow(/EEXIST/);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('a restore waits for no pipe next to its backup, and checks the directory that it restores into', async () => {
  const directory = await stoppedVault(1);
  const file = join(temporaryDirectory(), 'backup.db');
  await backup(directory, file);
  const { directory: trapped, victim } = linked('log.db.restoring', 'precious');
  await expect(restore(testConfig({ VAULT_DATA_DIR: trapped }), file, RESTORE)).rejects.toThrow(
    refusal('file_not_regular'),
  );
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  const fresh = join(temporaryDirectory(), 'vault');
  mkdirSync(fresh);
  makePipe(`${file}-wal`);
  await expect(restore(testConfig({ VAULT_DATA_DIR: fresh }), file, RESTORE)).rejects.toThrow(
    refusal('file_not_regular'),
  );
});
