import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { Diagnostic, diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { Database } from '../../src/sqlite/database.js';
import { contentsOf, crashedVault, stoppedVault } from '../support/crashedVault.js';
import { flipBit } from '../support/flipBit.js';
import { saveNote } from '../support/saveNote.js';
import { testConfig } from '../support/testApp.js';

const NOTES = 8;

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

type Harm = (directory: string) => void | Promise<void>;

/** What befalls a vault, what a start says about it, and what it keeps when it is to go on. */
const LOSSES: Record<string, readonly [typeof crashedVault, Harm, RegExp, readonly string[]]> = {
  'a bit of the write-ahead log flipped': [
    crashedVault,
    (directory) => flipBit(join(directory, 'log.db-wal'), 0.7),
    /ends at event [1-7], but at least \d+ more transactions? in log\.db-wal cannot be read because it is damaged after byte \d+ and views\.db knows event 8$/,
    ['log.db-wal', 'views.db'],
  ],
  'a bit flipped in the write-ahead log, and there are no read models': [
    crashedVault,
    (directory) => {
      flipBit(join(directory, 'log.db-wal'), 0.7);
      rmSync(join(directory, 'views.db'));
    },
    /ends at event [1-7], but at least \d+ more transactions? in log\.db-wal cannot be read because it is damaged after byte \d+$/,
    ['log.db-wal'],
  ],
  'the header of the write-ahead log is damaged': [
    crashedVault,
    (directory) => flipBit(join(directory, 'log.db-wal'), 0),
    /ends at event 0, but at least \d+ more transactions in log\.db-wal cannot be read because its header is damaged and views\.db knows event 8$/,
    ['log.db-wal', 'views.db'],
  ],
  'the write-ahead log was deleted': [
    crashedVault,
    (directory) => rmSync(join(directory, 'log.db-wal')),
    /ends at event 0, but views\.db knows event 8$/,
    ['views.db'],
  ],
  'log.db was deleted after a crash': [
    crashedVault,
    (directory) => rmSync(join(directory, 'log.db')),
    /is missing, but log\.db-wal has \d+ transactions and views\.db knows event 8$/,
    ['log.db-wal', 'views.db'],
  ],
  'log.db was deleted after a stop': [
    stoppedVault,
    (directory) => rmSync(join(directory, 'log.db')),
    /is missing, but views\.db knows event 8$/,
    ['views.db'],
  ],
  'log.db was emptied': [
    stoppedVault,
    (directory) => writeFileSync(join(directory, 'log.db'), ''),
    /is empty, but views\.db knows event 8$/,
    ['views.db'],
  ],
  'log.db is another database': [
    stoppedVault,
    (directory) => {
      rmSync(join(directory, 'log.db'));
      change(join(directory, 'log.db'), 'CREATE TABLE t (x)');
    },
    /ends at event 0, but views\.db knows event 8$/,
    ['views.db'],
  ],
  'log.db was replaced by a copy from before': [
    stoppedVault,
    async (directory) =>
      copyFileSync(join(await stoppedVault(NOTES - 3), 'log.db'), join(directory, 'log.db')),
    /ends at event 5, but views\.db knows event 8$/,
    ['views.db'],
  ],
  'log.db was replaced by that of another vault': [
    stoppedVault,
    async (directory) =>
      copyFileSync(join(await stoppedVault(NOTES + 3), 'log.db'), join(directory, 'log.db')),
    /ends at event 11, but views\.db knows a different event 8$/,
    ['views.db'],
  ],
  'only the last signed checkpoint is left': [
    stoppedVault,
    (directory) => {
      signCheckpoint(directory);
      for (const name of ['log.db', 'views.db']) rmSync(join(directory, name));
    },
    /is missing, but checkpoint\.latest knows event 8$/,
    ['checkpoint.key', 'checkpoint.latest'],
  ],
};

async function openedAt(directory: string, acceptLoss: boolean) {
  const said: Diagnostic[] = [];
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }), {
    acceptLoss,
    onError: (error) => void said.push(diagnosticOf(error)),
  });
  return { app, said };
}

const refusalOf = (directory: string) =>
  openedAt(directory, false).then(
    () => undefined,
    (error) => error,
  );

test.each(Object.entries(LOSSES))(
  'when %s, a start is refused and changes nothing, until the loss is accepted',
  async (_what, [vault, harm, says, kept]) => {
    const directory = await vault(NOTES);
    await harm(directory);
    const before = contentsOf(directory);
    const refusal = await refusalOf(directory);
    expect(refusal).toBeInstanceOf(Diagnostic);
    expect(refusal.code).toBe(
      says.source.includes('different event') ? 'log_replaced' : 'log_lost_events',
    );
    expect(refusal.message).toMatch(says);
    expect(contentsOf(directory)).toEqual(before);

    const { app, said } = await openedAt(directory, true);
    expect(said.map(({ code }) => code)).toEqual(['loss_accepted']);
    const [, end] = /ends at event (\d+)/.exec(refusal.message) ?? [];
    const { position } = await app.log.head();
    expect(position).toBe(Number(end ?? 0));
    await saveNote(app, { title: 'the next one' });
    expect((await app.log.head()).position).toBe(position + 1);
    await app.close();
    const after = contentsOf(directory);
    const lost = Object.keys(after).filter((name) => /\.lost-[^.]*Z$/.test(name));
    expect(lost.map((name) => name.replace(/\.lost-.*/, ''))).toEqual(kept);
    for (const name of lost) {
      const original = name.replace(/\.lost-.*/, '');
      expect([name, after[name] === before[original]]).toEqual([name, true]);
      if (before[`${original}-wal`] !== undefined && original !== 'log.db-wal') {
        expect(after[`${name}-wal`]).toBe(before[`${original}-wal`]);
      }
    }

    const again = await openedAt(directory, false);
    expect(again.said).toEqual([]);
    await again.app.close();
  },
);

test.each([
  ['a crash', crashedVault],
  ['a stop', stoppedVault],
])(
  'after %s without a loss there is nothing to accept, and nothing is put aside',
  async (_, vault) => {
    const directory = await vault(NOTES);
    const { app, said } = await openedAt(directory, true);
    expect(said.map(({ code }) => code)).toEqual(['nothing_lost']);
    expect((await app.log.head()).position).toBe(NOTES);
    await app.close();
    expect(Object.keys(contentsOf(directory)).filter((name) => name.includes('.lost-'))).toEqual(
      [],
    );
  },
);

test('a directory without a vault has lost nothing', async () => {
  const { app, said } = await openedAt(testConfig().dataDir, false);
  expect(said).toEqual([]);
  await app.close();
});

test.each([
  ['are damaged', (file: string) => writeFileSync(file, 'no database '.repeat(1000))],
  ['are empty', (file: string) => writeFileSync(file, '')],
  ['are of an older release', (file: string) => change(file, 'DROP TABLE source')],
  [
    'tell a number that is wrong',
    (file: string) => change(file, 'UPDATE source SET position = 99'),
  ],
  ['are behind', (file: string) => change(file, 'UPDATE source SET position = 0')],
])('read models that %s are no reason to refuse', async (_, harm) => {
  const directory = await stoppedVault(NOTES);
  harm(join(directory, 'views.db'));
  const { app, said } = await openedAt(directory, false);
  expect(said).toEqual([]);
  expect((await app.log.head()).position).toBe(NOTES);
  await app.close();
});

test('what was left behind by a start that was killed while it looked does not disturb the next', async () => {
  const directory = await stoppedVault(NOTES);
  for (const suffix of ['', '-wal', '-shm']) {
    writeFileSync(join(directory, `log.db.glance${suffix}`), 'left behind');
  }
  const { app } = await openedAt(directory, false);
  await app.close();
  expect(Object.keys(contentsOf(directory)).filter((name) => name.includes('glance'))).toEqual([]);
});

test('after a loss was accepted, the next checkpoint is signed with another key', async () => {
  const directory = await stoppedVault(NOTES);
  const { note } = signCheckpoint(directory);
  rmSync(join(directory, 'log.db'));
  const { app } = await openedAt(directory, true);
  await saveNote(app, { title: 'the next one' });
  await app.close();
  const next = signCheckpoint(directory);
  expect(next.size).toBe(1);
  expect(next.note.split('\n')[0]).not.toBe(note.split('\n')[0]);
});
