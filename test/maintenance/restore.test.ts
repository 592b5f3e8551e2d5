import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restore } from '../../src/maintenance/restore.js';
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
