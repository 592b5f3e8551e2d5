import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allProjections } from '../../src/projections/allProjections.js';
import { openViews, rebuildViews } from '../../src/views/openViews.js';
import { dump } from '../../src/views/verifyViews.js';
import { checkChain } from '../support/checkChain.js';
import { parts } from '../support/depth.js';
import { deterministic } from '../support/deterministic.js';
import { expectedSaves } from '../support/expectedSaves.js';
import { histories } from '../support/histories.js';
import { type Played, playHistory } from '../support/playHistory.js';
import { recounted } from '../support/recounted.js';

/** What has to hold after any history. They all look at the same ones: playing them takes most of the time. */
const LOOKS: readonly ((played: Played, directory: string) => Promise<void> | void)[] = [
  rebuiltReadModelsHoldWhatLiveOnesHold,
  savesAreAnsweredByTheRules,
  countersEqualTheCountOfTheRows,
  positionsTimesAndChainAreRight,
];

test.each(parts(10))(
  'after any history, a rebuild gives the same, saves followed the rules, and counters and chain are right (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
        const played = await playHistory(directory, history);
        try {
          for (const look of LOOKS) await look(played, directory);
        } finally {
          await played.app.close();
          rmSync(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: 15 },
    );
  },
);

async function rebuiltReadModelsHoldWhatLiveOnesHold(
  { app, rebuilt: swapped }: Played,
  directory: string,
) {
  for (const { before, after } of swapped) expect(after).toBe(before);
  const live = [...dump(await app.readModels.latest(), allProjections)];
  const file = join(directory, 'rebuilt.db');
  const options = {
    file,
    log: app.log,
    projections: deterministic(allProjections),
    onError: (error: unknown) => expect.fail(String(error)),
  };
  await rebuildViews(options);
  const rebuilt = await openViews(options);
  expect([...dump(rebuilt.views, allProjections)]).toEqual(live);
  rebuilt.close();
  expect(existsSync(`${file}.new`)).toBe(false);
}

async function savesAreAnsweredByTheRules({ app, saves }: Played) {
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
}

async function countersEqualTheCountOfTheRows({ app }: Played) {
  const { counters, rows } = recounted(await app.readModels.latest());
  expect(counters).toEqual(rows);
}

/** Positions and versions have no gaps, times never decrease, and the chain verifies. */
function positionsTimesAndChainAreRight(_played: Played, directory: string) {
  expect(checkChain(join(directory, 'log.db'))).toEqual([]);
}

function idOf(save: Played['saves'][number] | undefined): string | undefined {
  return typeof save?.answer === 'object' ? save.answer.id : undefined;
}
