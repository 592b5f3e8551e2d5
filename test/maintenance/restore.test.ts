import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restore } from '../../src/maintenance/restore.js';
import { noteUpkeep, noteVerified, readUpkeep } from '../../src/maintenance/upkeep.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

test('a log is restored together with its write-ahead log after a crash, and no other file is left', async () => {
  const app = await testApp();
  for (const title of ['first', 'second']) await saveNote(app, { title });
  const crashed = temporaryDirectory();
  for (const name of ['log.db', 'log.db-wal']) {
    copyFileSync(join(app.config.dataDir, name), join(crashed, name));
  }
  const { size } = statSync(join(crashed, 'log.db-wal'));
  const config = testConfig();
  const options = { replace: false, now: 0, onProgress: () => {} };
  const { verified } = await restore(config, join(crashed, 'log.db'), options);
  expect(verified).toMatchObject({ ok: true, events: 2 });
  expect(readdirSync(config.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
  // The source of a restore is only read.
  expect(readdirSync(crashed).sort()).toEqual(['log.db', 'log.db-wal']);
  expect(statSync(join(crashed, 'log.db-wal')).size).toBe(size);
});

test('what was found in the log that a restore replaces is not said of the restored one', async () => {
  const app = await testApp();
  await saveNote(app, { title: 'kept' });
  const backup = join(temporaryDirectory(), 'vault.db');
  const config = testConfig();
  const backedUp = { at: 3, events: 9 };
  noteUpkeep(config.dataDir, { backedUp, checked: { at: 5, events: 0, fault: 'damaged' } });
  noteVerified(config.dataDir, { ok: false, events: 9, problems: [] });
  copyFileSync(join(app.config.dataDir, 'log.db'), backup);
  copyFileSync(join(app.config.dataDir, 'log.db-wal'), `${backup}-wal`);
  await restore(config, backup, { replace: true, now: 0, onProgress: () => {} });
  const { verified, ...others } = readUpkeep(config.dataDir);
  expect(verified).toMatchObject({ ok: true, events: 1, kinds: [] });
  expect(others).toEqual({ backedUp });
});
