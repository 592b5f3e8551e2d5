import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { saveObservation } from '../../src/commands/observations.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { observations } from '../../src/projections/observations.js';
import type { Projection } from '../../src/projections/projection.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { plainFilter } from '../support/plainFilter.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const open = (directory: string, projections = allProjections) =>
  openApp(testConfig({ VAULT_DATA_DIR: directory }), { filter: plainFilter, projections });

async function save(app: App, title: string): Promise<void> {
  const rest = { content: 'c', type: 'task', project: 'p' } as const;
  const absent = { tags: undefined, team: undefined, country: undefined, author: undefined };
  const flags = { session_id: undefined, dry_run: false, force: false };
  const context = { meta: { actor: 'test' } };
  await app.executor.execute(saveObservation, { title, ...rest, ...absent, ...flags }, context);
}

/** A vault with two notes, closed, and the digest of its read models. */
async function vault(): Promise<{ directory: string; digest: string }> {
  const directory = temporaryDirectory();
  const app = await open(directory);
  await save(app, 'first');
  await save(app, 'second');
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  await app.close();
  return { directory, digest };
}

async function digestOf(directory: string): Promise<string> {
  const app = await open(directory);
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  await app.close();
  return digest;
}

function removeViews(directory: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(join(directory, `views.db${suffix}`), { force: true });
  }
}

test('read models that were deleted come back', async () => {
  const { directory, digest } = await vault();
  removeViews(directory);
  expect(await digestOf(directory)).toBe(digest);
});

test.each([
  ['empty', ''],
  ['no database', 'this is not a database, but it is long enough to be read as one '.repeat(20)],
])('a file of read models that is %s is built from scratch', async (_what, content) => {
  const { directory, digest } = await vault();
  writeFileSync(join(directory, 'views.db'), content);
  expect(await digestOf(directory)).toBe(digest);
});

test('a file that does not say where the log ended when it was begun is built from scratch', async () => {
  const { directory, digest } = await vault();
  const views = openSqlite(join(directory, 'views.db'), 'NORMAL');
  views.db.exec('ALTER TABLE source DROP COLUMN begun');
  views.db.close();
  expect(await digestOf(directory)).toBe(digest);
});

test('the files of an interrupted build are removed', async () => {
  const { directory, digest } = await vault();
  rmSync(join(directory, 'views.db'));
  writeFileSync(join(directory, 'views.db.new'), 'half a file');
  writeFileSync(join(directory, 'views.db.new-index'), 'half an index');
  writeFileSync(
    join(directory, 'views.db.new-index-journal'),
    'what a kill just after its start leaves',
  );
  expect(await digestOf(directory)).toBe(digest);
  expect(readdirSync(directory).filter((name) => name.includes('.new'))).toEqual([]);
});

test("a change of one projection's version rebuilds all read models", async () => {
  const { directory } = await vault();
  const shouting: Projection = {
    ...observations,
    version: observations.version + 1,
    handlers: {
      'observation.saved': (view, event) => {
        const title = event.data.title.toUpperCase() as typeof event.data.title; // Only in a test.
        observations.handlers['observation.saved'](view, {
          ...event,
          data: { ...event.data, title },
        });
      },
    },
  };
  const projections = allProjections.map((one) => (one.name === 'observations' ? shouting : one));
  const app = await open(directory, projections);
  const titles = (await app.readModels.latest()).all<{ title: string }>(
    'SELECT title FROM observations',
  );
  expect(titles.map(({ title }) => title)).toEqual(['FIRST', 'SECOND']);
  await app.close();
});

/** Puts a copy of an app's read models where another directory keeps its own. */
async function putViews(app: App, directory: string): Promise<void> {
  removeViews(directory);
  await (await app.readModels.latest()).db.backup(join(directory, 'views.db'));
}

test('read models of another log are not used', async () => {
  const { directory, digest } = await vault();
  const other = await open((await vault()).directory);
  await putViews(other, directory);
  await other.close();
  await expect(open(directory)).rejects.toThrow('views.db knows a different event 2');
  const config = testConfig({ VAULT_DATA_DIR: directory });
  await (await openApp(config, { filter: plainFilter, acceptLoss: true })).close();
  expect(await digestOf(directory)).toBe(digest);
});

test('the start applies events that the read models have missed', async () => {
  const { directory } = await vault();
  const old = temporaryDirectory();
  const app = await open(directory);
  await putViews(app, old);
  await save(app, 'third');
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  await app.close();
  removeViews(directory);
  copyFileSync(join(old, 'views.db'), join(directory, 'views.db'));
  expect(await digestOf(directory)).toBe(digest);
});

test('a file with damaged pages is built from scratch', async () => {
  const { directory, digest } = await vault();
  const file = join(directory, 'views.db');
  const bytes = readFileSync(file);
  // The first page still says that it is a database of ours.
  writeFileSync(file, bytes.fill(0xab, 2 * 4096));
  const app = await open(directory);
  await save(app, 'third');
  await app.close();
  expect(await digestOf(directory)).not.toBe(digest);
  const opened = await open(directory);
  const titles = (await opened.readModels.latest()).all<{ title: string }>(
    'SELECT title FROM observations',
  );
  expect(titles.map(({ title }) => title)).toEqual(['first', 'second', 'third']);
  await opened.close();
});
