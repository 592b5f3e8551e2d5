import {
  chmodSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDirectory, isOfVault } from '../../src/files/dataDirectory.js';
import { signCheckpoint } from '../../src/maintenance/checkpoints.js';
import { belongsToAnother, runsAsNobodySpecial } from '../support/foreignOwner.js';
import { makePipe } from '../support/pipe.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

const FILES = [
  'log.db',
  'log.db-wal',
  'log.db-shm',
  'log.db.restoring',
  'views.db',
  'views.db-wal',
  'views.db.new',
  'views.db.new-index',
  'hive.db',
  'writer.lock',
  'writer.lock-journal',
  'writer.json',
  'upkeep.json',
  'clock.json',
  'clock.json.new',
  'admin.key',
  'admin.key.new',
  'token.secret',
  'checkpoint.key',
  'checkpoint.latest',
];

/** What somebody else can lay out under the name of a file. */
const TRAPS: Record<string, (file: string) => void> = {
  'a link to a file': (file) => {
    writeFileSync(`${file}-victim.txt`, 'precious');
    symlinkSync(`${file}-victim.txt`, file);
  },
  'a link to nowhere': (file) => symlinkSync('/nowhere/at/all', file),
  'a named pipe': makePipe,
  'a directory': (file) => mkdirSync(file),
};

const aDirectory = () => realpathSync(temporaryDirectory());

test.each(Object.entries(TRAPS))(
  '%s in the place of any file of the vault is refused',
  (_, lay) => {
    for (const name of FILES) {
      const directory = aDirectory();
      lay(join(directory, name));
      expect(() => checkDirectory(directory)).toThrow(
        expect.objectContaining({
          code: 'file_not_regular',
          file: join(directory, name),
          next: expect.stringContaining('move it out of the data directory'),
        }),
      );
    }
  },
);

test('a file of the vault that belongs to another user is refused', () => {
  const directory = aDirectory();
  const file = join(directory, 'admin.key');
  writeFileSync(file, 'a key that somebody else knows');
  expect(checkDirectory(directory)).toBe(directory);
  belongsToAnother(file);
  // Who is not root cannot give a file away; then the directory belongs to another user as well, and is named first.
  expect(() => checkDirectory(directory)).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^(file|directory)_foreign$/) }),
  );
});

test('a directory of another user is refused, and the message says how to own it', () => {
  const directory = aDirectory();
  belongsToAnother(directory);
  expect(() => checkDirectory(directory)).toThrow(
    expect.objectContaining({
      code: 'directory_foreign',
      file: directory,
      message: expect.stringMatching(
        /belongs to the user \d+, and this process runs as the user \d+/,
      ),
      next: expect.stringContaining(`chown -R ${process.getuid?.()} ${directory}`),
    }),
  );
});

test('a directory that everybody may write to is refused, and the message says what to do', () => {
  const directory = aDirectory();
  chmodSync(directory, 0o1777);
  expect(() => checkDirectory(directory)).toThrow(
    expect.objectContaining({
      code: 'directory_unsafe',
      next: expect.stringContaining(
        `set VAULT_DATA_DIR=${join(directory, 'memory-vault')}, which the service makes private`,
      ),
    }),
  );
  expect(statSync(directory).mode & 0o7777).toBe(0o1777);
  writeFileSync(join(directory, 'log.db'), '');
  expect(() => checkDirectory(directory)).toThrow(
    expect.objectContaining({ next: expect.stringContaining(`run chmod o-w ${directory}`) }),
  );
});

test("a directory of root with the vault's group, as Kubernetes gives it with fsGroup, is taken", () => {
  runsAsNobodySpecial();
  expect(checkDirectory('/usr')).toBe(realpathSync('/usr'));
});

test('the data directory itself may be a link, and its real path is what is used from then on', () => {
  const real = aDirectory();
  const link = join(aDirectory(), 'vault');
  symlinkSync(real, link);
  expect(checkDirectory(link)).toBe(real);
  makePipe(join(real, 'admin.key'));
  expect(() => checkDirectory(link)).toThrow(expect.objectContaining({ code: 'file_not_regular' }));
});

test('a link that another user made is not followed to the data directory', () => {
  const link = join(aDirectory(), 'vault');
  symlinkSync(aDirectory(), link);
  belongsToAnother(link);
  expect(() => checkDirectory(link)).toThrow(
    expect.objectContaining({ code: 'directory_foreign', file: link }),
  );
});

test('things of other programs in the data directory may be links or pipes', () => {
  const directory = aDirectory();
  symlinkSync('/nowhere/at/all', join(directory, 'notes'));
  makePipe(join(directory, 'lost+found'));
  expect(checkDirectory(directory)).toBe(directory);
});

test('where files have no owners, as on Windows, their kind is still checked', () => {
  const directory = aDirectory();
  const { getuid } = process;
  try {
    Object.assign(process, { getuid: undefined });
    expect(checkDirectory(directory)).toBe(directory);
    mkdirSync(join(directory, 'log.db'));
    expect(() => checkDirectory(directory)).toThrow(
      expect.objectContaining({ code: 'file_not_regular' }),
    );
  } finally {
    Object.assign(process, { getuid });
  }
});

test('every file that a service makes in its data directory is one that is checked', async () => {
  const directory = aDirectory();
  const hive = {
    VAULT_HIVE_URL: 'http://127.0.0.1:9',
    VAULT_HIVE_KEY: 'a-key-of-a-hive-for-tests',
  };
  // Without a key of its own, so that the service makes one.
  const app = await testApp({ VAULT_DATA_DIR: directory, VAULT_ADMIN_KEY: '', ...hive });
  signCheckpoint(directory);
  await app.vitals.look();
  const made = readdirSync(directory);
  expect(made).toEqual(expect.arrayContaining(['log.db', 'admin.key', 'hive.db', 'clock.json']));
  expect(made.filter((name) => !isOfVault(name))).toEqual([]);
});
