import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Projection } from '../../src/projections/projection.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { filledApp } from '../support/filledApp.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testApp } from '../support/testApp.js';

const digestOf = async (app: App) =>
  digestViews(await app.readModels.latest(), allProjections).digest;
const leftovers = ({ config }: App) =>
  readdirSync(config.dataDir).filter((name) => name.includes('.new'));

/** A projection that throws for one title, unless it is patient. */
function picky() {
  const mood = { patient: false };
  const projection: Projection = {
    name: 'picky',
    version: 1,
    tables: { picky: 'CREATE TABLE picky (position INTEGER PRIMARY KEY) STRICT' },
    handlers: {
      'observation.saved': (view, { data, position }) => {
        if (data.title === 'note 1' && !mood.patient) throw new Error('I cannot stand this');
        view.run('INSERT INTO picky VALUES (?)', [position]);
      },
    },
  };
  return { mood, projections: [projection, ...allProjections] };
}

const positions = async (app: App) =>
  (await app.readModels.latest())
    .all<{ position: number }>('SELECT position FROM picky')
    .map((r) => r.position);

test('a stopped projection stays stopped in a rebuild, and goes on once the cause is fixed', async () => {
  const { mood, projections } = picky();
  const app = await filledApp(4, projections);
  expect(app.readModels.progress()[0]).toMatchObject({ position: 1, stopped: { at: 2 } });
  expect(await app.rebuilder.start()).toMatchObject({ events: 4, same: true });
  expect(app.readModels.progress()[0]).toMatchObject({ position: 1, stopped: { at: 2 } });
  await saveNote(app, { title: 'later' });
  expect(await positions(app)).toEqual([1]);

  mood.patient = true;
  expect(await app.rebuilder.start()).toMatchObject({ events: 5, same: false });
  expect(app.readModels.progress()[0]).toMatchObject({ position: 5, stopped: undefined });
  await saveNote(app, { title: 'last' });
  expect(await positions(app)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a rebuild in which another projection stops is refused and changes nothing', async () => {
  const { mood, projections } = picky();
  mood.patient = true;
  const app = await filledApp(4, projections);
  mood.patient = false;
  await expect(app.rebuilder.start()).rejects.toMatchObject({
    code: 'conflict',
    message:
      'projection picky stopped at event 2: I cannot stand this. The old read models stay in use',
  });
  expect(app.rebuilder.status()).toMatchObject({
    state: 'idle',
    last: { error: expect.stringContaining('picky stopped at event 2') },
  });
  expect(await positions(app)).toEqual([1, 2, 3, 4]);
  expect(leftovers(app)).toEqual([]);
});

test('a rebuild repairs read models that lost a table', async () => {
  const app = await filledApp(3);
  const digest = await digestOf(app);
  (await app.readModels.latest()).db.exec('DROP TABLE counts');
  expect(await app.rebuilder.start()).toMatchObject({ before: null, same: false, after: digest });
  expect(await digestOf(app)).toBe(digest);
});

test('a rebuild during an open read is refused and changes nothing', async () => {
  const errors: unknown[] = [];
  const app = await testApp({}, { filter: plainFilter, onError: (error) => errors.push(error) });
  await saveNote(app, { title: 'one' });
  await saveNote(app, { title: 'two' });
  const reading = (await app.readModels.latest()).db
    .prepare('SELECT id FROM observations')
    .iterate();
  reading.next();
  await expect(app.rebuilder.start()).rejects.toThrow('busy');
  expect(app.rebuilder.status().last).toEqual({ error: 'failed; the service has logged why' });
  expect(errors).toHaveLength(1);
  reading.return?.();
  await saveNote(app, { title: 'three' });
  expect((await app.readModels.latest()).all('SELECT id FROM observations')).toHaveLength(3);
  expect((await app.rebuilder.start()).same).toBe(true);
});
