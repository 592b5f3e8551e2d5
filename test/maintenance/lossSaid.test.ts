import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { backup } from '../../src/maintenance/backup.js';
import { signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { restore } from '../../src/maintenance/restore.js';
import { verify } from '../../src/maintenance/verify.js';
import { crashedVault, stoppedVault } from '../support/crashedVault.js';
import { flipBit } from '../support/flipBit.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

const NOTES = 8;

async function vaultWithLostTail(): Promise<string> {
  const directory = await crashedVault(NOTES);
  flipBit(join(directory, 'log.db-wal'), 0.7);
  return directory;
}

const verified = (dataDir: string) => verify({ logFile: join(dataDir, 'log.db'), dataDir });

test('verify reports transactions in the write-ahead log that cannot be read any more', async () => {
  const directory = await vaultWithLostTail();
  const { ok, problems } = await verified(directory);
  expect(ok).toBe(false);
  expect(problems).toEqual([
    {
      position: null,
      kind: 'lost',
      detail: expect.stringMatching(
        /more transactions? in log\.db-wal .* views\.db knows event 8$/,
      ),
    },
  ]);
  const alone = await verify({ logFile: join(directory, 'log.db') });
  expect(alone.problems.map(({ kind }) => kind)).toEqual(['lost']);
});

test('verify compares the log with the last checkpoint that its vault signed', async () => {
  const directory = await stoppedVault(NOTES);
  signCheckpoint(directory);
  expect(await verified(directory)).toMatchObject({ ok: true, problems: [] });
  // As many events, but others.
  copyFileSync(join(await stoppedVault(NOTES), 'log.db'), join(directory, 'log.db'));
  rmSync(join(directory, 'views.db'));
  const { problems } = await verified(directory);
  expect(problems).toEqual([
    {
      position: null,
      kind: 'checkpoint',
      detail: expect.stringContaining('the first 8 events differ from those of the checkpoint'),
    },
  ]);
});

test('verify in a service that has signed a checkpoint reports nothing', async () => {
  const app = await testApp();
  await saveNote(app, { title: 'before' });
  signCheckpoint(app.config.dataDir);
  await saveNote(app, { title: 'after' });
  expect(await app.audit.verify()).toMatchObject({ ok: true, problems: [], events: 2 });
});

test('a backup of a log that lost events is made and says so', async () => {
  const directory = await vaultWithLostTail();
  const file = join(temporaryDirectory(), 'backup.db');
  const { lacks, verified } = await backup(directory, file);
  expect(lacks).toMatch(/ends at event [1-7], but at least/);
  expect(verified.ok).toBe(true);
  expect(existsSync(file)).toBe(true);
  const whole = await backup(await crashedVault(NOTES), join(temporaryDirectory(), 'backup.db'));
  expect(whole).toMatchObject({ lacks: undefined, verified: { events: NOTES } });
});

/** Restores a backup of a vault with so many notes, and starts the vault. */
async function restored(dataDir: string, notes: number, { replace = true, now = 0 } = {}) {
  const backup = join(await stoppedVault(notes), 'log.db');
  const config = testConfig({ VAULT_DATA_DIR: dataDir });
  const done = await restore(config, backup, { replace, now, onProgress: () => {} });
  const app = await openApp(config);
  expect((await app.log.head()).position).toBe(notes);
  await app.close();
  return { ...done, kept: done.kept.map((file) => file.slice(dataDir.length + 1)) };
}

const TIME = '1970-01-01T00-00-00Z';

test('restoring an older backup says how many events were known, and the next start goes on', async () => {
  const directory = await stoppedVault(NOTES);
  expect(await restored(directory, 5)).toMatchObject({ known: 8, kept: [], lacks: undefined });
});

test('a checkpoint that the restored log does not reach is kept aside with its key, and another one stays', async () => {
  const directory = await stoppedVault(NOTES);
  signCheckpoint(directory);
  const { kept } = await restored(directory, 5);
  expect(kept).toEqual([`checkpoint.key.lost-${TIME}`, `checkpoint.latest.lost-${TIME}`]);
  expect(signCheckpoint(directory).size).toBe(5);
  const next = await restored(directory, 6, { now: 60_000 });
  expect(next.kept).toEqual([]);
  expect(readdirSync(directory)).toContain('checkpoint.latest');
});

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['empty', (file: string) => writeFileSync(file, '')],
])(
  'a log that is %s is restored without --replace, and what knew more is kept',
  async (_, harm) => {
    const directory = await stoppedVault(NOTES);
    harm(join(directory, 'log.db'));
    expect(await restored(directory, 5, { replace: false })).toMatchObject({
      known: 8,
      aside: undefined,
      kept: [`views.db.lost-${TIME}`],
    });
  },
);

test('restoring over a damaged write-ahead log keeps it', async () => {
  const directory = await vaultWithLostTail();
  const { kept, known } = await restored(directory, 5);
  expect(known).toBe(8);
  expect(kept.map((file) => file.replace(/\.lost-.*/, '')).sort()).toEqual([
    'log.db-wal',
    'views.db',
  ]);
});

test('a log that is restored from a machine that crashed says what its write-ahead log lost', async () => {
  const directory = await vaultWithLostTail();
  const options = { replace: false, now: 0, onProgress: () => {} };
  const { lacks } = await restore(testConfig(), join(directory, 'log.db'), options);
  expect(lacks).toMatch(/at least \d+ more transactions? in .*log\.db-wal cannot be read/);
});
