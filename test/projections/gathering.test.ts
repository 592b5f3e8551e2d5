import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '../../src/app.js';
import { dataFiles } from '../../src/dataFiles.js';
import { openSqliteReader } from '../../src/log/sqlite.js';
import { sourceOf } from '../../src/projections/viewsFile.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testConfig } from '../support/testApp.js';

const LONG_MS = 60_000;

/** An app that gathers for `gatherMs`, and where its file of read models is, seen from outside. */
async function gatheringApp(gatherMs: number) {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter, gatherMs });
  onTestFinished(() => app.close());
  const reader = openSqliteReader(dataFiles(config).views);
  onTestFinished(() => void reader.db.close());
  return { app, seen: () => sourceOf(reader).position };
}

test('events wait for others, and whoever looks has all of them applied first', async () => {
  const { app, seen } = await gatheringApp(LONG_MS);
  for (const title of ['one', 'two', 'three']) await saveNote(app, { title });
  expect(seen()).toBe(0);
  const titles = app.projector.views.all('SELECT title FROM observations ORDER BY position');
  expect(titles).toEqual([{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
  expect(seen()).toBe(3);
});

test.each([
  ['progress', async ({ projector }) => projector.progress()],
  ['position', async ({ projector }) => projector.position()],
  ['waiting for an event', async ({ projector }) => projector.waitFor(1, 0)],
  ['erasing', async ({ projector }) => projector.scour()],
  [
    'a search',
    async (app) => app.search({ q: 'x', filters: {}, limit: 1, offset: 0, snippet: false }),
  ],
  ['a rebuild', async ({ rebuilder }) => rebuilder.start()],
] satisfies [string, (app: Awaited<ReturnType<typeof openApp>>) => Promise<unknown>][])(
  '%s is such a look',
  async (_name, look) => {
    const { app } = await gatheringApp(LONG_MS);
    await saveNote(app, { title: 'one' });
    await look(app);
    const reader = openSqliteReader(dataFiles(app.config).views);
    onTestFinished(() => void reader.db.close());
    expect(sourceOf(reader).position).toBe(1);
  },
);

test('nobody has to look: they are applied after a while, or when they are many', async () => {
  const { app, seen } = await gatheringApp(5);
  await saveNote(app, { title: 'one' });
  for (let waited = 0; seen() < 1 && waited < 5000; waited += 5) await sleep(5);
  expect(seen()).toBe(1);
  const patient = await gatheringApp(LONG_MS);
  await Promise.all(Array.from({ length: 64 }, (_, i) => saveNote(patient.app, { title: `${i}` })));
  for (let waited = 0; patient.seen() < 64 && waited < 5000; waited += 5) await sleep(5);
  expect(patient.seen()).toBe(64);
});

test('what waits at the end is applied by it', async () => {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter, gatherMs: LONG_MS });
  await saveNote(app, { title: 'one' });
  await app.close();
  const reader = openSqliteReader(dataFiles(config).views);
  expect(sourceOf(reader).position).toBe(1);
  reader.db.close();
});
