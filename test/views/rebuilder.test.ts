import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { runHere } from '../../src/app/jobs.js';
import { openApp } from '../../src/app/openApp.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import { wiper } from '../../src/maintenance/wiper.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { openViews } from '../../src/views/openViews.js';
import { type RebuilderParts, rebuilder } from '../../src/views/rebuilder.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { filledApp } from '../support/filledApp.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

const digestOf = async (app: App) =>
  digestViews(await app.readModels.latest(), allProjections).digest;

const leftovers = ({ config }: App) =>
  readdirSync(config.dataDir).filter((name) => name.includes('.new'));

test('read models rebuilt during saves have every save, like a new replay', async () => {
  const app = await filledApp(2500);
  let goOn = true;
  let during = 0;
  const saved: string[] = [];
  const saver = async (name: string) => {
    for (let i = 0; goOn; i++) {
      saved.push(await saveNote(app, { title: `${name} ${i}`, project: 'during' }));
      if (app.rebuilder.status().state !== 'idle') during += 1;
    }
  };
  const savers = ['a', 'b', 'c', 'd'].map(saver);
  const old = await app.readModels.latest();
  const rebuilt = await app.rebuilder.start();
  goOn = false;
  await Promise.all(savers);

  expect(rebuilt).toMatchObject({ same: true, before: rebuilt.after });
  expect(rebuilt.events).toBeGreaterThanOrEqual(2500);
  expect(during).toBeGreaterThan(0);
  expect(await app.readModels.latest()).not.toBe(old);
  expect(old.db.open).toBe(false);
  const rows = (await app.readModels.latest()).all<{ id: string }>(
    "SELECT id FROM observations WHERE project = 'during' ORDER BY id",
  );
  expect(rows.map(({ id }) => id)).toEqual([...saved].sort());

  const replay = await openViews({
    file: join(temporaryDirectory(), 'replay.db'),
    log: app.log,
    projections: allProjections,
    onError: (error) => expect.fail(String(error)),
  });
  expect(digestViews(replay.views, allProjections).digest).toBe(await digestOf(app));
  replay.close();
  expect(leftovers(app)).toEqual([]);
});

test('a rebuilt file has every table and index of the old one', async () => {
  const app = await filledApp(3);
  const schema = async () =>
    (await app.readModels.latest()).all('SELECT name, sql FROM sqlite_schema ORDER BY name');
  const before = await schema();
  await app.rebuilder.start();
  expect(await schema()).toEqual(before);
});

/** Builds on this thread. */
const build: RebuilderParts['build'] = (files, how) =>
  runHere({ patterns: [], views: () => expect.fail('no read') })('rebuild', files, how);

/** A rebuilder of an app that does something just before it swaps. */
const rebuilderWith = (app: App, whileUnread: (work: () => Promise<void>) => Promise<void>) =>
  rebuilder({
    files: dataFiles(app.config),
    log: app.log,
    projections: allProjections,
    running: app.readModels,
    build,
    withReadersClosed: whileUnread,
    say() {},
    onError: (error) => expect.fail(String(error)),
  });

test('notes saved while the swap waits for searches are visible immediately after it', async () => {
  const app = await filledApp(3);
  const { start } = rebuilderWith(app, async (work) => {
    await saveNote(app, { title: 'at the last moment' });
    await work();
  });
  await start();
  expect(app.readModels.position()).toBe(4);
  expect((await app.readModels.latest()).all('SELECT id FROM observations')).toHaveLength(4);
});

test('a forgetting stays pending as long as a rebuild may hold the erased text', async () => {
  const app = await filledApp(3);
  const settled: boolean[] = [];
  const settle = async () =>
    settled.push(await wiper(app.log, app.readModels, slow, () => {}).wipe(3, 200));
  const slow = rebuilderWith(app, async (work) => {
    await settle();
    await work();
  });
  const rebuilt = slow.start();
  await settle();
  await rebuilt;
  await settle();
  expect(settled).toEqual([false, false, true]);
});

test('an aborted build ends with the current page', async () => {
  const app = await filledApp(2500);
  const stop = new AbortController();
  const steps: number[] = [];
  const built = build(dataFiles(app.config), {
    onStep({ done }) {
      steps.push(done);
      stop.abort();
    },
    signal: stop.signal,
  });
  await expect(built).rejects.toThrow('aborted');
  expect(steps).toEqual([1000]);
});

test('saves and searches go on in the file that was swapped in, also after a restart', async () => {
  const VAULT_DATA_DIR = temporaryDirectory();
  const app = await testApp({ VAULT_DATA_DIR }, { filter: plainFilter });
  const find = async (one: App, q: string) =>
    (
      await one.search({
        q,
        sees: EVERYTHING,
        filters: { at: 0 },
        limit: 9,
        offset: 0,
        snippet: false,
      })
    ).hits.length;
  await saveNote(app, { title: 'before' });
  await app.rebuilder.start();
  await saveNote(app, { title: 'after' });
  expect([await find(app, 'before'), await find(app, 'after')]).toEqual([1, 1]);
  const digest = await digestOf(app);
  await app.close();
  const again = await testApp({ VAULT_DATA_DIR }, { filter: plainFilter });
  expect(await digestOf(again)).toBe(digest);
  expect([await find(again, 'before'), await find(again, 'after')]).toEqual([1, 1]);
});

test('only one rebuild runs at a time, and the next can start after it', async () => {
  const app = await filledApp(10);
  const first = app.rebuilder.start();
  expect(() => app.rebuilder.start()).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: expect.stringContaining('already running'),
    }),
  );
  const done = await first;
  expect(app.rebuilder.status()).toEqual({ state: 'idle', done: 10, total: 10, last: done });
  expect((await app.rebuilder.start()).same).toBe(true);
});

test('closing ends a rebuild, removes its files and keeps the read models', async () => {
  const app = await filledApp(3000);
  const digest = await digestOf(app);
  const rebuilt = app.rebuilder.start();
  const refused = expect(rebuilt).rejects.toMatchObject({ code: 'not_ready' });
  while (app.rebuilder.status().done === 0) await new Promise((done) => setImmediate(done));
  expect(leftovers(app)).not.toEqual([]);
  await app.close();
  await refused;
  expect(leftovers(app)).toEqual([]);
  expect(() => app.rebuilder.start()).toThrow('the service is stopping');
  const again = await openApp(app.config, { filter: plainFilter });
  expect(await digestOf(again)).toBe(digest);
  await again.close();
});

test('the next start removes the file of a killed rebuild', async () => {
  const app = await filledApp(1);
  const file = join(app.config.dataDir, 'views.db.new');
  await (await app.readModels.latest()).db.backup(file);
  await app.close();
  const again = await openApp(testConfig({ VAULT_DATA_DIR: app.config.dataDir }));
  expect(existsSync(file)).toBe(false);
  await again.close();
});

test('a rebuild that can neither write its files nor remove them ends, and the next one can run', async () => {
  const app = await filledApp(3);
  // SQLite cannot open a directory, and it is not removed like a file.
  const inTheWay = `${dataFiles(app.config).views}.new`;
  mkdirSync(inTheWay);
  await expect(app.rebuilder.start()).rejects.toThrow();
  expect(app.rebuilder.status().state).toBe('idle');
  await expect(app.rebuilder.mend()).rejects.toThrow();
  rmdirSync(inTheWay);
  expect(await app.rebuilder.mend()).toMatchObject({ same: true });
});
