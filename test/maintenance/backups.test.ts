import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT } from '../../src/maintenance/backup.js';
import { type BackupParts, backups } from '../../src/maintenance/backups.js';
import { readUpkeep } from '../../src/maintenance/upkeep.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const AT = Date.UTC(2026, 10, 20, 9, 30);
const MADE: Awaited<ReturnType<BackupParts['work']>> = {
  at: AT,
  lacks: undefined,
  copyOf: undefined,
  verified: {
    ok: true,
    events: 7,
    head: 7,
    hash: 'ab',
    problems: [],
    more: 0,
    views_compared: false,
    views_at: null,
    seconds: 1,
  },
};

/** Backups whose steps and end come when the test says so. */
function byHand(folder = join(temporaryDirectory(), 'backups')) {
  const dataDir = temporaryDirectory();
  const errors: unknown[] = [];
  const runs: {
    file: string;
    step: Parameters<BackupParts['work']>[1]['onStep'];
    end: (made?: Partial<typeof MADE>) => void;
    fail: (error: unknown) => void;
  }[] = [];
  let now = AT;
  const made = backups({
    dataDir,
    folder,
    clock: () => now++,
    onError: (error) => errors.push(error),
    work: ({ file }, { onStep, signal }) =>
      new Promise((resolve, reject) => {
        // As the function `backup` does.
        writeFileSync(file, '');
        writeFileSync(`${file}.partial`, '');
        signal.addEventListener('abort', () => reject(signal.reason));
        const end = (own = {}) => resolve({ ...MADE, ...own });
        runs.push({ file, step: onStep, end, fail: reject });
      }),
  });
  return { ...made, dataDir, folder, runs, errors };
}

test('a backup says how far it is; who asks meanwhile gets the same one', async () => {
  const { backup, backupStatus, runs, folder, dataDir } = byHand();
  expect(backupStatus()).toEqual({ state: 'idle', done: 0, total: 0, folder });
  const both = [backup(), backup()];
  expect(backupStatus().state).toBe('copying');
  runs[0]?.step({ state: 'verifying', done: 3, total: 7 });
  expect(backupStatus()).toEqual({ state: 'verifying', done: 3, total: 7, folder });
  runs[0]?.end();
  const report = { file: runs[0]?.file, events: 7, hash: 'ab', removed: 0, lacks: null };
  expect(await Promise.all(both)).toEqual([report, report]);
  expect(runs).toHaveLength(1);
  expect(backupStatus()).toEqual({ state: 'idle', done: 7, total: 7, folder, last: report });
  expect(readUpkeep(dataDir).backedUp).toEqual({ at: AT, events: 7 });
});

test('older backups make room, unless the log has lost something', async () => {
  const { backup, runs, folder } = byHand();
  mkdirSync(folder);
  for (let day = 1; day <= KEPT; day++)
    writeFileSync(join(folder, `vault-2026-01-0${day}T00-00-00Z.db`), 'x');
  const lossy = backup();
  runs[0]?.end({ lacks: 'the log lacks 3 events' });
  expect(await lossy).toMatchObject({ removed: 0, lacks: 'the log lacks 3 events' });
  const whole = backup();
  runs[1]?.end();
  expect(await whole).toMatchObject({ removed: 2, lacks: null });
  expect(readdirSync(folder)).not.toContain('vault-2026-01-02T00-00-00Z.db');
});

test('a full disk, and a folder that cannot be made, are said with what to do; nothing is left', async () => {
  const { backup, backupStatus, runs, folder, errors } = byHand();
  const failed = backup();
  runs[0]?.fail(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
  await expect(failed).rejects.toThrow(/^no backup was made in .*: free some space on that disk$/);
  expect(backupStatus().last).toMatchObject({ error: expect.stringContaining('free some space') });
  expect(readdirSync(folder)).toEqual([]);
  expect(errors).toHaveLength(1);
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const nowhere = byHand(join(file, 'backups'));
  await expect(nowhere.backup()).rejects.toMatchObject({ code: 'conflict' });
  expect(nowhere.runs).toEqual([]);
  expect(existsSync(file)).toBe(true);
});

test('a stop interrupts a backup, leaves nothing of it, and reports no error', async () => {
  const { backup, close, folder, errors } = byHand();
  const failed = expect(backup()).rejects.toMatchObject({ code: 'not_ready' });
  await close();
  await failed;
  expect(readdirSync(folder)).toEqual([]);
  expect(errors).toEqual([]);
  await expect(backup()).rejects.toMatchObject({ code: 'not_ready' });
});
