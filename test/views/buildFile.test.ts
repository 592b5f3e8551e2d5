import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { forgetObservation, reviseObservation } from '../../src/commands/observations.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import type { LogReads } from '../../src/log/eventLog.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Handler, Projection } from '../../src/projections/projection.js';
import { buildFile } from '../../src/views/openViews.js';
import type { Projector } from '../../src/views/projector.js';
import { dump } from '../../src/views/verifyViews.js';
import { runs } from '../support/depth.js';
import { everyKind } from '../support/everyKind.js';
import { filledApp } from '../support/filledApp.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { searchAll } from '../support/searchAll.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp, testConfig } from '../support/testApp.js';

/** Builds the read models of a log. */
function build(log: LogReads, projections = allProjections) {
  const file = join(temporaryDirectory(), 'views.db');
  return buildFile({ file, log, projections, onError: () => {} });
}

const contentOf = ({ views }: Pick<Projector, 'views'>) => [...dump(views, allProjections)];
const answerOf = ({ views }: Pick<Projector, 'views'>, q: string) =>
  searchAll(views, {
    q,
    sees: EVERYTHING,
    filters: { at: 0 },
    limit: 50,
    offset: 0,
    snippet: true,
  });

/** Throws when the index contradicts itself. */
const checkIndex = ({ views }: Projector) =>
  views.run("INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')");

test('read models that are built have the content and the answers of those that followed the log', async () => {
  const directory = temporaryDirectory();
  const { revised, forgotten } = await everyKind(directory);
  expect(revised.length * forgotten.length).toBeGreaterThan(0);
  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }), { filter: plainFilter });
  const built = await build(app.log);
  const followed = { views: await app.readModels.latest() };
  expect(contentOf(built)).toEqual(contentOf(followed));
  checkIndex(built);
  for (const q of ['note', 'long story', '"what note 7"', 'sto*', 'ada', 'absent']) {
    expect(answerOf(built, q)).toEqual(answerOf(followed, q));
  }
  expect(answerOf(built, 'note').hits.length).toBeGreaterThan(10);
  built.close();
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
  'a build is equal to what followed the log after any saves, revisions and forgettings, and stays so after more (seed %i)',
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(acts, acts, async (before, after) => {
        const app = await testApp({}, { filter: plainFilter });
        await play(app, before);
        const built = await build(app.log);
        await play(app, after);
        await built.catchUp();
        checkIndex(built);
        expect(contentOf(built)).toEqual(contentOf({ views: await app.readModels.latest() }));
        built.close();
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
    one.name === 'observations' ? { ...one, handlers: refuse(one) } : one,
  );
}

test('a build in which `observations` stops finds all notes before the event at which it stopped', async () => {
  const app = await filledApp(6);
  const built = await build(app.log, picky('note 3'));
  expect(built.progress()[0]).toMatchObject({ position: 3, stopped: { at: 4 } });
  expect(answerOf(built, 'note').hits).toHaveLength(3);
  checkIndex(built);
  built.close();
});
