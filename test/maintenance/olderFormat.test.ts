import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { restoreLog } from '../../scripts/golden/goldenDigest.js';
import { forgetObservation } from '../../src/commands/observations.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { formatOf, migrateFile } from '../../src/log/sqlite/migrate.js';
import { copiesBefore } from '../../src/maintenance/copyBefore.js';
import { noteUpkeep, readUpkeep } from '../../src/maintenance/upkeep.js';
import { readShared } from '../../src/sqlite/databaseFiles.js';
import { runHere } from '../support/runHere.js';
import { saveNote } from '../support/saveNote.js';
import { tamper } from '../support/tamper.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

const GOLDEN = fileURLToPath(new URL('../golden/0.1.0-before-forgetting.sql', import.meta.url));

/** A vault that was left by a release with format 3, brought up to a later one where that is given. */
function oldVault(format = 3): string {
  const dataDir = join(temporaryDirectory(), 'vault');
  mkdirSync(dataDir, { mode: 0o700 });
  // Of a release whose tables were others.
  writeFileSync(join(dataDir, 'views.db'), '');
  restoreLog(readFileSync(GOLDEN, 'utf8'), dataDir);
  migrateFile(logOf(dataDir), { to: format });
  return dataDir;
}

const logOf = (dataDir: string) => join(dataDir, 'log.db');
const run = (dataDir: string, ...words: readonly string[]) =>
  runHere(words, {
    env: { VAULT_DATA_DIR: dataDir, HOME: dataDir, VAULT_PORT: '1', PATH: process.env.PATH },
  });

const READERS = [['verify'], ['digest'], ['checkpoint'], ['export', '--person', 'mara']];

test.each(
  READERS.flatMap((words) => [3, 5].map((format) => [words.join(' '), format, words] as const)),
)(
  '%s of format %i could not be checked, which is no problem of the log',
  async (_, format, words) => {
    const dataDir = oldVault(format);
    const { code, stdout, stderr } = await run(dataDir, ...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      `has format ${format}, and this release reads format 8. Start the service`,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readUpkeep(dataDir).verified).toBeUndefined();
  },
);

test('a log that only says that its format is another one is a problem', async () => {
  const dataDir = oldVault(8);
  tamper(logOf(dataDir), (db) => db.pragma('user_version = 3'));
  const { code, stdout } = await run(dataDir, 'verify');
  expect(code).toBe(1);
  expect(stdout).toContain('schema: it claims format 3, but its tables have another format');
});

test('read models of a release with other tables are not compared, and not digested', async () => {
  const dataDir = oldVault(8);
  tamper(join(dataDir, 'views.db'), (db) => db.exec('CREATE TABLE notes (x)'));
  const verified = await run(dataDir, 'verify');
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.stdout).toContain('the read models were not compared');
  const { code, stderr } = await run(dataDir, 'digest');
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^memory-vault: cannot make a digest: .*views\.db is of another release\. Start/,
  );
});

test('a log of an older format is backed up as it is, and a restore brings the backup up to date', async () => {
  const dataDir = oldVault();
  const file = join(temporaryDirectory(), 'backup.db');
  const made = await run(dataDir, 'backup', file);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('44 events, the last is event 44');
  expect(readShared(file, formatOf)).toBe(3);
  const checked = await run(dataDir, 'verify', '--log', file);
  expect(checked.code).toBe(2);
  expect(checked.stderr).toContain('Restore it into an empty VAULT_DATA_DIR');
  const elsewhere = join(temporaryDirectory(), 'restored');
  expect(await run(elsewhere, 'restore', file)).toMatchObject({ code: 0 });
  expect(await run(elsewhere, 'verify')).toMatchObject({ code: 0 });
});

test('an older log that is damaged is not backed up', async () => {
  const dataDir = oldVault();
  tamper(logOf(dataDir), (db) => db.exec('DROP TRIGGER IF EXISTS x; UPDATE payloads SET body = 1'));
  const file = join(temporaryDirectory(), 'backup.db');
  const { code, stderr } = await run(dataDir, 'backup', file);
  expect(code).toBe(1);
  expect(stderr).toContain('does not verify');
});

test('a verdict that an older release noted of a log that it could not read is not repeated', async () => {
  const dataDir = oldVault();
  noteUpkeep(dataDir, { verified: { at: Date.now(), ok: false, events: 0 } });
  const { stdout } = await run(dataDir, 'doctor');
  expect(stdout).not.toContain('something was changed');
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/warn log: \S+ has format 3/);
});

test('a start that migrates a log keeps a copy, says so, and the next backup removes the copy', async () => {
  const dataDir = oldVault();
  const lines: Line[] = [];
  const write = (line: Line) => void lines.push(line);
  const app = await testApp({ VAULT_DATA_DIR: dataDir }, { write });
  const copy = join(dataDir, 'log.db.before-8');
  expect(copiesBefore(dataDir)).toEqual([copy]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(readShared(copy, formatOf)).toBe(3);
  expect(lines).toContainEqual(
    expect.objectContaining({
      code: 'log_migrated',
      level: 'info',
      msg: `${logOf(dataDir)} was brought from format 3 to format 8. How it was is kept as ${copy} until the next backup`,
    }),
  );
  await app.close();
  expect(await run(dataDir, 'backup', join(temporaryDirectory(), 'backup.db'))).toMatchObject({
    code: 0,
  });
  expect(copiesBefore(dataDir)).toEqual([]);
});

test('a new log has no copy, and neither has one of this format', async () => {
  const dataDir = temporaryDirectory();
  await (await testApp({ VAULT_DATA_DIR: dataDir })).close();
  await testApp({ VAULT_DATA_DIR: dataDir });
  expect(copiesBefore(dataDir)).toEqual([]);
});

test('without room for a copy and the migration, nothing is changed', async () => {
  const dataDir = oldVault();
  const opened = testApp({ VAULT_DATA_DIR: dataDir }, { freeBytes: async () => 200_000 });
  await expect(opened).rejects.toThrow(
    /^to bring .* from format 3 to format 8, and to keep a copy of it, 1 MB must be free, and 0 MB are\. Nothing was changed$/,
  );
  expect(copiesBefore(dataDir)).toEqual([]);
  expect(readShared(logOf(dataDir), formatOf)).toBe(3);
});

test('what is forgotten is not kept in the copy from before a migration', async () => {
  const dataDir = oldVault();
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  const id = await saveNote(app, { title: 'short-lived' });
  expect(copiesBefore(dataDir)).toHaveLength(1);
  await app.executor.execute(forgetObservation, { id }, { meta: { actor: 'mara' } });
  expect(copiesBefore(dataDir)).toEqual([]);
});
