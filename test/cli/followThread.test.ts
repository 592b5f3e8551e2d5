import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { forgetObservation } from '../../src/commands/observations.js';
import { startSession } from '../../src/commands/sessions.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { Database } from '../../src/sqlite/database.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { runs } from '../support/depth.js';
import { filesWith } from '../support/filesWith.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testConfig } from '../support/testApp.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = (file: string) => import(String(new URL(`../../dist/${file}`, import.meta.url)));
const { openApp } = (await built('app/openApp.js')) as typeof import('../../src/app/openApp.js');
const { projector } = (await built(
  'views/projector.js',
)) as typeof import('../../src/views/projector.js');
const { followOnThread } = (await built(
  'views/follower.js',
)) as typeof import('../../src/views/follower.js');
const { createViews, openViewsFile } = (await built(
  'views/viewsFile.js',
)) as typeof import('../../src/views/viewsFile.js');

const LONG_MS = 60_000;

/** An app that applies events on a thread at the next read. */
async function threadedApp(errors: unknown[] = []): Promise<App> {
  const app = await openApp(testConfig(), {
    filter: plainFilter,
    threads: true,
    gatherMs: LONG_MS,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => app.close());
  return app;
}

async function titles(app: App): Promise<string[]> {
  const views = await app.readModels.latest();
  const rows = views.all<{ title: string }>('SELECT title FROM observations ORDER BY position');
  return rows.map(({ title }) => title);
}

test('a read sees the latest save, and closing leaves all events in the file', async () => {
  const app = await threadedApp();
  for (let i = 0; i < 5; i++) {
    await saveNote(app, { title: `note ${i}` });
    expect(await titles(app)).toHaveLength(i + 1);
  }
  await Promise.all(Array.from({ length: 300 }, (_, i) => saveNote(app, { title: `more ${i}` })));
  expect(await titles(app)).toHaveLength(305);
  expect(app.readModels.position()).toBe(305);
  await saveNote(app, { title: 'the last' });
  await app.close();
  const file = join(app.config.dataDir, 'views.db');
  expect(existsSync(`${file}-wal`)).toBe(false);
  const db = new Database(file, { readonly: true });
  expect(db.prepare('SELECT count(*) FROM observations').pluck().get()).toBe(306);
  db.close();
});

test('no file contains a forgotten text when the wiping is reported', async () => {
  const app = await threadedApp();
  const id = await saveNote(app, { title: 'unmistakable', content: 'unmistakable' });
  expect(await titles(app)).toEqual(['unmistakable']);
  const meta = { actor: 'anonymous' };
  const { position } = await app.executor.execute(forgetObservation, { id }, { meta });
  expect(await app.wiper.wipe(position, LONG_MS)).toBe(true);
  expect(filesWith(app.config.dataDir, 'unmistakable')).toEqual([]);
  expect(await titles(app)).toEqual([]);
});

test('a rebuild during saves that never pause compares equal and loses none of them, and saves go on after it', async () => {
  const app = await threadedApp();
  const before = runs(300, 1500);
  await Promise.all(
    Array.from({ length: before }, (_, i) => saveNote(app, { title: `note ${i}` })),
  );
  let goOn = true;
  let saved = before;
  const saver = async () => {
    while (goOn) await saveNote(app, { title: `during ${saved++}` });
  };
  const saving = Promise.all([saver(), saver(), saver()]);
  const rebuilt = await app.rebuilder.start();
  goOn = false;
  await saving;
  expect(rebuilt).toMatchObject({ same: true, before: rebuilt.after });
  expect(rebuilt.events).toBeGreaterThanOrEqual(before);
  await saveNote(app, { title: `note ${saved++}` });
  expect(await titles(app)).toHaveLength(saved);
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  expect((await app.rebuilder.start()).after).toBe(digest);
});

test('a projection that stops on the thread is reported to the main thread, and the others go on', async () => {
  const errors: unknown[] = [];
  const app = await threadedApp(errors);
  await saveNote(app, { title: 'fine' });
  await titles(app);
  const db = new Database(join(app.config.dataDir, 'views.db'));
  db.exec('DROP TABLE sessions');
  db.close();
  const session = { project: 'p', team: undefined, country: undefined, agent: undefined };
  const context = { meta: { actor: 'test' } };
  await app.executor.execute(startSession, { ...session, goal: undefined }, context);
  await saveNote(app, { title: 'later' });
  expect(await titles(app)).toEqual(['fine', 'later']);
  const stopped = app.readModels.progress().filter((one) => one.stopped);
  expect(stopped).toMatchObject([
    { projection: { name: 'sessions' }, position: 1, stopped: { at: 2 } },
  ]);
  expect(errors.map(String)).toEqual([expect.stringContaining('sessions stopped at event 2')]);
  expect(app.readModels.isBehind('sessions')).toBe(true);
  expect(app.readModels.isBehind('observations')).toBe(false);
});

test('a thread that cannot start is reported, the old content is shown, and another thread is tried', async () => {
  const errors: unknown[] = [];
  const app = await threadedApp(errors);
  await saveNote(app, { title: 'note' });
  const views = join(app.config.dataDir, 'other.db');
  const files = { log: join(app.config.dataDir, 'no-log.db'), views };
  const running = projector(createViews(views, allProjections), app.log, allProjections, () => {});
  const follower = followOnThread(running, files, (error) => errors.push(error));
  onTestFinished(() => follower.close());
  await follower.follow();
  expect(errors).toMatchObject([{ code: 'SQLITE_CANTOPEN' }]);
  expect(follower.position()).toBe(0);
  files.log = join(app.config.dataDir, 'log.db');
  await follower.follow();
  expect(follower.position()).toBe(1);
  expect(follower.views.all('SELECT title FROM observations')).toEqual([{ title: 'note' }]);
});

test('a thread says how far the file is that another one left without saying so', async () => {
  const app = await threadedApp();
  const views = join(app.config.dataDir, 'other.db');
  const files = { log: join(app.config.dataDir, 'log.db'), views };
  const running = projector(createViews(views, allProjections), app.log, allProjections, () => {});
  const follower = followOnThread(running, files, () => {});
  onTestFinished(() => follower.close());
  await saveNote(app, { title: 'note' });
  const dead = projector(openViewsFile(views, 'NORMAL'), app.log, allProjections, () => {});
  await dead.catchUp();
  dead.close();
  expect(follower.position()).toBe(0);
  await follower.follow();
  expect(follower.position()).toBe(1);
});

test('a thread that is idle ends, and the next event starts another', async () => {
  const app = await threadedApp();
  const views = join(app.config.dataDir, 'other.db');
  const files = { log: join(app.config.dataDir, 'log.db'), views };
  const running = projector(createViews(views, allProjections), app.log, allProjections, () => {});
  const ended: Promise<unknown>[] = [];
  const onStart = (worker: Worker) => void ended.push(once(worker, 'exit'));
  process.on('worker', onStart);
  onTestFinished(() => void process.off('worker', onStart));
  const follower = followOnThread(running, files, (error) => expect.fail(String(error)), 20);
  onTestFinished(() => follower.close());
  for (const count of [1, 2]) {
    await saveNote(app, { title: `note ${count}` });
    await follower.follow();
    expect(follower.position()).toBe(count);
    expect(ended).toHaveLength(count);
    await Promise.all(ended);
  }
  expect(follower.views.all('SELECT title FROM observations')).toHaveLength(2);
  // No thread is left that could move the write-ahead log when it closes the file.
  await follower.close();
  expect(existsSync(`${views}-wal`)).toBe(false);
});
