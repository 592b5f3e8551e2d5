import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { forgetObservation, reviseObservation } from '../../src/commands/observations.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { LoggedEvent } from '../../src/events/vaultEvent.js';
import type { LogReads } from '../../src/log/eventLog.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Handler, Projection } from '../../src/projections/projection.js';
import { searchObservations } from '../../src/queries/search/search.js';
import type { BuildIndex } from '../../src/views/buildIndex.js';
import { buildFile } from '../../src/views/openViews.js';
import type { Projector } from '../../src/views/projector.js';
import { dump } from '../../src/views/verifyViews.js';
import { runs } from '../support/depth.js';
import { everyKind } from '../support/everyKind.js';
import { filledApp } from '../support/filledApp.js';
import { indexInPlace } from '../support/indexInPlace.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

/** Builds the read models of a log: in order, or with a separate index, which `buildIndex` builds. */
function build(log: LogReads, buildIndex?: BuildIndex, projections = allProjections) {
  const file = join(temporaryDirectory(), 'views.db');
  return buildFile({ file, log, projections, buildIndex, onError: () => {} });
}

const contentOf = ({ views }: Pick<Projector, 'views'>) => [...dump(views, allProjections)];
const settingsOf = ({ views }: Projector) => views.all('SELECT * FROM observations_fts_config');
const answerOf = ({ views }: Projector, q: string) =>
  searchObservations(views, {
    q,
    sees: EVERYTHING,
    filters: {},
    limit: 50,
    offset: 0,
    snippet: true,
  });

/** Throws when the index contradicts itself. */
const checkIndex = ({ views }: Projector) =>
  views.run("INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')");

async function bothWays(log: LogReads): Promise<readonly [Projector, Projector]> {
  return [await build(log), await build(log, indexInPlace)];
}

function expectSame([inTurn, apart]: readonly [Projector, Projector]): void {
  expect(contentOf(apart)).toEqual(contentOf(inTurn));
  checkIndex(apart);
}

test('read models with a separately built index have the same content and answers as those built in order', async () => {
  const directory = temporaryDirectory();
  const { revised, forgotten } = await everyKind(directory);
  expect(revised.length * forgotten.length).toBeGreaterThan(0);
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }), { filter: plainFilter });
  const both = await bothWays(app.log);
  const [inTurn, apart] = both;
  expectSame(both);
  expect(contentOf(apart)).toEqual(contentOf({ views: await app.readModels.latest() }));
  expect(settingsOf(apart)).toEqual(settingsOf(inTurn));
  for (const q of ['note', 'long story', '"what note 7"', 'sto*', 'ada', 'absent']) {
    expect(answerOf(apart, q)).toEqual(answerOf(inTurn, q));
  }
  expect(answerOf(apart, 'note').hits.length).toBeGreaterThan(10);
  for (const one of both) one.close();
  await app.close();
});

type Act = {
  readonly do: 'save' | 'revise' | 'forget';
  readonly which: number;
  readonly text: string;
};

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    do: fc.constantFrom('save', 'save', 'save', 'revise', 'forget'),
    which: fc.nat({ max: 9 }),
    text: fc.constantFrom('one two', 'getUserById', 'naïve 漢字かな', 'two', 'hush one'),
  }),
  { minLength: 1, maxLength: 25 },
);

async function play(app: App, history: readonly Act[]): Promise<void> {
  const context = { meta: { actor: 'test' } };
  const ids: string[] = [];
  const unchanged = { title: undefined, type: undefined, tags: undefined };
  for (const [i, act] of history.entries()) {
    const at = act.which % Math.max(ids.length, 1);
    const id = ids[at];
    if (act.do === 'save' || id === undefined) {
      ids.push(await saveNote(app, { title: `${act.text} ${i}` }));
    } else if (act.do === 'revise') {
      const input = { id, content: `${act.text} ${i}`, ...unchanged };
      await app.executor.execute(reviseObservation, input, context);
    } else {
      await app.executor.execute(forgetObservation, { id }, context);
      ids.splice(at, 1);
    }
  }
}

/** Each draws ten histories. */
const seeds = Array.from({ length: runs(1, 4) }, (_, i) => i + 1);

test.each(seeds)(
  'both builds are equal after any saves, revisions and forgettings, and stay so after more (seed %i)',
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(acts, acts, async (before, after) => {
        const app = await testApp({}, { filter: plainFilter });
        await play(app, before);
        const both = await bothWays(app.log);
        expectSame(both);
        await play(app, after);
        for (const one of both) await one.catchUp();
        expectSame(both);
        expect(contentOf(both[1])).toEqual(contentOf({ views: await app.readModels.latest() }));
        for (const one of both) one.close();
        await app.close();
      }),
      { numRuns: 10, seed },
    );
  },
);

/** Projections, of which `observations` throws for one title. */
function picky(title: string): readonly Projection[] {
  const refuse = ({ handlers }: Projection): Projection['handlers'] => {
    const saved = handlers['observation.saved'];
    const picky: Handler<'observation.saved'> = (view, event) => {
      if (event.data.title === title) throw new Error('I cannot stand this');
      saved?.(view, event);
    };
    return { ...handlers, 'observation.saved': picky };
  };
  return allProjections.map((one) =>
    one.unindexed
      ? { ...one, handlers: refuse(one), unindexed: refuse({ ...one, handlers: one.unindexed }) }
      : one,
  );
}

test('a stopped `observations` stops at the same event in both, and finds all notes before it', async () => {
  const app = await filledApp(6);
  const both = [
    await build(app.log, undefined, picky('note 3')),
    await build(app.log, indexInPlace, picky('note 3')),
  ] as const;
  for (const one of both) {
    expect(one.progress()[0]).toMatchObject({ position: 3, stopped: { at: 4 } });
    expect(answerOf(one, 'note').hits).toHaveLength(3);
  }
  expectSame(both);
  for (const one of both) one.close();
});

test('when the separate index fails, all is built in order', async () => {
  const app = await filledApp(3);
  const broken: BuildIndex = (files) => ({
    ...indexInPlace(files),
    finish: async () => {
      throw new Error('no room');
    },
  });
  const both = [await build(app.log), await build(app.log, broken)] as const;
  expectSame(both);
  for (const one of both) one.close();
});

test('a row that is removed after it was indexed is not in the index', async () => {
  const app = await filledApp(1000);
  const [first] = await app.log.readAfter(0, 1);
  if (first?.type !== 'observation.saved') return expect.fail('nothing was saved');
  const { data, ...envelope } = first;
  const forgotten: LoggedEvent = {
    ...envelope,
    position: 1001,
    type: 'observation.forgotten',
    data: { id: data.id, session_id: data.session_id },
  };
  // A log that still has the text of a forgotten note.
  const log: LogReads = {
    head: async () => ({ ...(await app.log.head()), position: 1001 }),
    readAfter: async (position, limit) =>
      position === 1000 ? [forgotten] : app.log.readAfter(position, limit),
    hashAt: async () => Buffer.alloc(32),
  };
  const both = await bothWays(log);
  expect(contentOf(both[1]).join('\n')).not.toContain(data.id);
  expectSame(both);
  for (const one of both) one.close();
});

test('a build that is interrupted leaves no index behind', async () => {
  const app = await filledApp(3);
  const directory = temporaryDirectory();
  const interrupted = buildFile({
    file: join(directory, 'views.db'),
    log: app.log,
    projections: allProjections,
    buildIndex: indexInPlace,
    onError: () => {},
    onProgress() {
      expect(readdirSync(directory)).toContain('views.db.new-index');
      throw new Error('enough');
    },
  });
  await expect(interrupted).rejects.toThrow('enough');
  expect(readdirSync(directory).filter((name) => name.includes('index'))).toEqual([]);
});
