import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allProjections } from '../../src/projections/allProjections.js';
import { dump } from '../../src/views/digest.js';
import { openViews, rebuildViews } from '../../src/views/openViews.js';
import { checkChain } from '../support/checkChain.js';
import { deterministic } from '../support/deterministic.js';
import { expectedSaves } from '../support/expectedSaves.js';
import { histories, type Step } from '../support/histories.js';
import { indexInPlace } from '../support/indexInPlace.js';
import { type Played, playHistory } from '../support/playHistory.js';
import { recounted } from '../support/recounted.js';

const RUNS = { numRuns: 150, interruptAfterTimeLimit: 800_000, markInterruptAsFailure: true };

/** Plays a history in a new directory and returns the result. */
async function after(
  history: readonly Step[],
  look: (played: Played, directory: string) => Promise<void> | void,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
  const played = await playHistory(directory, history);
  try {
    await look(played, directory);
  } finally {
    await played.app.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

test('read models rebuilt from the log hold exactly what the live ones hold', async () => {
  await fc.assert(
    fc.asyncProperty(histories, (history) =>
      after(history, async ({ app, rebuilt: swapped }, directory) => {
        for (const { before, after } of swapped) expect(after).toBe(before);
        const live = [...dump(await app.readModels.latest(), allProjections)];
        const file = join(directory, 'rebuilt.db');
        const options = {
          file,
          log: app.log,
          projections: deterministic(allProjections),
          onError: (error: unknown) => expect.fail(String(error)),
        };
        for (const buildIndex of [undefined, indexInPlace]) {
          await rebuildViews({ ...options, buildIndex });
          const rebuilt = await openViews(options);
          expect([...dump(rebuilt.views, allProjections)]).toEqual(live);
          rebuilt.close();
          expect(existsSync(`${file}.new`)).toBe(false);
        }
      }),
    ),
    RUNS,
  );
});

test('every save is answered by the rules, and the stored notes match the answers', async () => {
  await fc.assert(
    fc.asyncProperty(histories, (history) =>
      after(history, async ({ app, saves }) => {
        const expected = expectedSaves(saves);
        const stored: string[] = [];
        for (const [i, { answer }] of saves.entries()) {
          const rule = expected[i];
          if (typeof rule === 'string' || typeof answer === 'string') {
            expect(answer).toBe(rule);
          } else if (rule && 'existing' in rule) {
            expect(answer.id).toBe(idOf(saves[rule.existing]));
          } else {
            expect(answer.stored).toBe(true);
            stored.push(answer.id);
          }
        }
        const events = await app.log.readAfter(0, 1_000_000);
        const ids = events.flatMap((e) => (e.type === 'observation.saved' ? [e.data.id] : []));
        expect(ids).toEqual(stored);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    ),
    RUNS,
  );
});

test('every counter equals the count of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(histories, (history) =>
      after(history, async ({ app }) => {
        const { counters, rows } = recounted(await app.readModels.latest());
        expect(counters).toEqual(rows);
      }),
    ),
    RUNS,
  );
});

test('positions and versions are gapless, times never decrease, and the chain verifies', async () => {
  await fc.assert(
    fc.asyncProperty(histories, (history) =>
      after(history, (_played, directory) => {
        expect(checkChain(join(directory, 'log.db'))).toEqual([]);
      }),
    ),
    { ...RUNS, numRuns: 60 },
  );
});

function idOf(save: Played['saves'][number] | undefined): string | undefined {
  return typeof save?.answer === 'object' ? save.answer.id : undefined;
}
