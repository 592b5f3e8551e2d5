import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { reporter } from '../../src/diagnostics/reporter.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { VaultEventType } from '../../src/events/vaultEvent.js';
import type { Appended } from '../../src/log/eventLog.js';
import { growth } from '../../src/log/sqlite/logFile.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { openSqliteReader, type Sql } from '../../src/sqlite/sqlite.js';
import type { Follower } from '../../src/views/follower.js';
import { readModels } from '../../src/views/readModels.js';
import { sourceOf } from '../../src/views/viewsFile.js';
import { viewsHealth } from '../../src/views/viewsHealth.js';
import { eventually } from '../support/eventually.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testConfig } from '../support/testApp.js';

const LONG_MS = 60_000;

/** An app that gathers events for `gatherMs`, and the position of its file, read on another connection. */
async function gatheringApp(gatherMs: number) {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter, gatherMs });
  onTestFinished(() => app.close());
  const reader = openSqliteReader(dataFiles(config).views);
  onTestFinished(() => void reader.db.close());
  return { app, seen: () => sourceOf(reader).position };
}

test('events wait for others, and a read applies all of them first', async () => {
  const { app, seen } = await gatheringApp(LONG_MS);
  for (const title of ['one', 'two', 'three']) await saveNote(app, { title });
  expect(seen()).toBe(0);
  const titles = (await app.readModels.latest()).all(
    'SELECT title FROM observations ORDER BY position',
  );
  expect(titles).toEqual([{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
  expect(seen()).toBe(3);
});

test.each([
  ['one read model', async ({ readModels }) => readModels.current('observations')],
  ['the read models', async ({ readModels }) => readModels.latest()],
  ['waiting for an event', async ({ readModels }) => readModels.waitFor(1, 0)],
  ['erasing', async ({ readModels }) => readModels.wipe(true)],
  [
    'a search',
    async (app) =>
      app.search({
        q: 'x',
        sees: EVERYTHING,
        filters: { at: 0 },
        limit: 1,
        offset: 0,
        snippet: false,
      }),
  ],
  ['a rebuild', async ({ rebuilder }) => rebuilder.start()],
] satisfies [string, (app: Awaited<ReturnType<typeof openApp>>) => Promise<unknown>][])(
  '%s applies them first',
  async (_name, look) => {
    const { app } = await gatheringApp(LONG_MS);
    await saveNote(app, { title: 'one' });
    await look(app);
    const reader = openSqliteReader(dataFiles(app.config).views);
    onTestFinished(() => void reader.db.close());
    expect(sourceOf(reader).position).toBe(1);
  },
);

test('without reads, events are applied after a while, or when they are many', async () => {
  const { app, seen } = await gatheringApp(5);
  await saveNote(app, { title: 'one' });
  await eventually('the event was applied', () => expect(seen()).toBe(1));
  const patient = await gatheringApp(LONG_MS);
  await Promise.all(
    Array.from({ length: 256 }, (_, i) => saveNote(patient.app, { title: `${i}` })),
  );
  await eventually('all were applied', () => expect(patient.seen()).toBe(256));
});

test('closing applies the events that wait', async () => {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter, gatherMs: LONG_MS });
  await saveNote(app, { title: 'one' });
  await app.close();
  const reader = openSqliteReader(dataFiles(config).views);
  expect(sourceOf(reader).position).toBe(1);
  reader.db.close();
});

/**
 * Read models on a log that the test lets grow, with a follower that finishes when the test says so. `followed` has the
 * head of the log at each call of it.
 */
function slowModels() {
  let end = 0;
  const { grew, ...log } = growth(() => end);
  const followed: number[] = [];
  const answers: (() => void)[] = [];
  let position = 0;
  let outdated = false;
  const follower: Follower = {
    // These tests read no rows.
    views: {} as Sql,
    progress: () => allProjections.map((projection) => ({ projection, position, outdated })),
    position: () => position,
    follow() {
      const head = end;
      followed.push(head);
      return new Promise((resolve) =>
        answers.push(() => {
          position = head;
          resolve();
        }),
      );
    },
    wipe: () => true,
    replace: async (swap) => void (await swap.ready()),
    close: () => {},
  };
  return {
    models: readModels(
      follower,
      log,
      LONG_MS,
      viewsHealth(
        'views.db',
        reporter(() => {}),
      ),
    ),
    grow(grown: Appended) {
      end = grown.head.position;
      grew(grown);
    },
    followed,
    answer: () => answers.shift()?.(),
    /** Ends the call, which has found that the rows show what was redacted. */
    outdate() {
      outdated = true;
      answers.shift()?.();
    },
    /** Ends the call without progress. */
    fail() {
      const reached = position;
      answers.shift()?.();
      position = reached;
    },
  };
}

/** All that needs no timer happens meanwhile. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const settled = async (promise: Promise<unknown>) => {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await turn();
  return done;
};

/** A new event of the log, without data, which these tests do not need. */
const event = (position: number, type: VaultEventType) =>
  ({
    events: [{ type, position }],
    head: { position, hash: Buffer.alloc(32) },
  }) as unknown as Appended;

test('the follower has one call at a time, and events of the meantime share the next one', async () => {
  const { models, grow, followed, answer } = slowModels();
  grow(event(1, 'observation.saved'));
  const first = models.latest();
  expect(await settled(first)).toBe(false);
  grow(event(2, 'observation.saved'));
  grow(event(3, 'observation.saved'));
  const second = models.latest();
  const third = models.waitFor(3, LONG_MS);
  expect(followed).toEqual([1]);
  answer();
  await first;
  expect(await settled(second)).toBe(false);
  expect(followed).toEqual([1, 3]);
  answer();
  await Promise.all([second, third]);
  expect(followed).toEqual([1, 3]);
});

test('so many may wait for an event, and one more is told at once that it is not there', async () => {
  const { models, grow, followed, answer } = slowModels();
  grow(event(1, 'observation.saved'));
  const waiting = Array.from({ length: 100 }, () => models.waitFor(1, LONG_MS));
  expect(await models.waitFor(1, LONG_MS)).toBe(false);
  await eventually('the follower was called', () => expect(followed).toHaveLength(1));
  answer();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
  grow(event(2, 'observation.saved'));
  const next = models.waitFor(2, LONG_MS);
  await eventually('the follower was called again', () => expect(followed).toHaveLength(2));
  expect(await settled(next)).toBe(false);
  answer();
  expect(await next).toBe(true);
});

test('a read of one read model waits only for events that concern it', async () => {
  const { models, grow, followed, answer } = slowModels();
  grow(event(1, 'observation.saved'));
  await models.current('teams');
  expect(models.isBehind('teams')).toBe(false);
  expect(followed).toEqual([]);
  grow(event(2, 'team.created'));
  grow(event(3, 'observation.saved'));
  expect(models.isBehind('teams')).toBe(true);
  const teams = models.current('teams');
  expect(await settled(teams)).toBe(false);
  answer();
  await teams;
  expect(models.isBehind('teams')).toBe(false);
});

test('a read after a redaction waits until it is applied, and is refused where the rows show the old text', async () => {
  const { models, grow, answer, outdate } = slowModels();
  grow(event(1, 'event.redacted'));
  const fine = models.current('observations');
  expect(await settled(fine)).toBe(false);
  answer();
  await fine;
  grow(event(2, 'event.redacted'));
  const refused = expect(models.current('observations')).rejects.toThrow(
    'the service rebuilds the read models without the redacted texts',
  );
  await turn();
  outdate();
  await refused;
  expect(models.isBehind('observations')).toBe(true);
  const wiping = models.wipe(true);
  await turn();
  answer();
  expect(await wiping).toBe(false);
});

test('a swap waits for the running call, and reads of newer events wait for the swap', async () => {
  const { models, grow, followed, answer } = slowModels();
  grow(event(1, 'observation.saved'));
  const before = models.latest();
  let swapped = () => {};
  const swap = models.replace({
    ready: () => new Promise((resolve) => (swapped = () => resolve([]))),
    exchange: () => {},
  });
  expect(await settled(before)).toBe(false);
  answer();
  await before;
  grow(event(2, 'observation.saved'));
  const after = models.latest();
  expect(await settled(after)).toBe(false);
  expect(followed).toEqual([1]);
  swapped();
  await swap;
  await turn();
  answer();
  await after;
  expect(followed).toEqual([1, 2]);
});

test('only the caller gets its error, and later calls go on', async () => {
  const { models, grow, answer } = slowModels();
  const failing = models.replace({
    ready: async () => Promise.reject(new Error('no room')),
    exchange: () => {},
  });
  grow(event(1, 'observation.saved'));
  const reading = models.latest();
  await expect(failing).rejects.toThrow('no room');
  await turn();
  answer();
  await reading;
});

test('a follower without progress is called again while a caller waits, but not continuously', async () => {
  const { models, grow, followed, fail, answer } = slowModels();
  grow(event(1, 'observation.forgotten'));
  const first = models.latest();
  expect(await settled(first)).toBe(false);
  fail();
  await first;
  await models.latest();
  expect(followed).toEqual([1]);
  const seen = models.waitFor(1, LONG_MS);
  await eventually('the follower was called again', () => expect(followed).toHaveLength(2));
  answer();
  expect(await seen).toBe(true);
});
