import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answer } from '../../../lab/search/answer.js';
import { pairedDifference } from '../../../lab/search/bootstrap.js';
import { dataFilesIn } from '../../../lab/search/dataFiles.js';
import type { Dataset } from '../../../lab/search/dataset.js';
import { figuresOf } from '../../../lab/search/figuresOf.js';
import { loadDialogues } from '../../../lab/search/loadDialogues.js';
import { mean } from '../../../lab/search/metrics.js';
import { plainOr } from '../../../lab/search/plainOr.js';
import { readDataset } from '../../../lab/search/readDataset.js';
import { serviceEngine } from '../../../lab/search/serviceEngine.js';
import { listening } from '../../support/listening.js';
import { testApp } from '../../support/testApp.js';
import { vaultClient } from '../../support/vaultClient.js';

const SETS = dataFilesIn([fileURLToPath(new URL('../../fixtures/dialogues/', import.meta.url))]);

/** Of what `npm run lab -- search` shows: what search reaches at least, and by how much it beats plain OR at least. */
const FLOORS: Readonly<Record<string, { readonly reaches: Pair; readonly beats: Pair }>> = {
  english: { reaches: { recall: 0.9, mrr: 0.62 }, beats: { recall: 0.35, mrr: 0.21 } },
  german: { reaches: { recall: 0.76, mrr: 0.58 }, beats: { recall: 0.25, mrr: 0.17 } },
  japanese: { reaches: { recall: 0.32, mrr: 0.29 }, beats: { recall: 0.2, mrr: 0.17 } },
};

/** Recall@10 and mean reciprocal rank, by turns. */
interface Pair {
  readonly recall: number;
  readonly mrr: number;
}

test('every data set of the repository has floors', () => {
  expect(SETS.map(({ name }) => name)).toEqual(Object.keys(FLOORS));
});

test.each(SETS)('search answers the $name questions, and better than plain OR', async (files) => {
  const dataset = readDataset(files.sessions, files.questions, 'eval');
  expect(dataset.notes).toEqual([]);
  const { service, baseline } = await figures(dataset);
  const reached = {
    recall: mean([...service['recall@10'].values()]),
    mrr: mean([...service.MRR.values()]),
  };
  const better = {
    recall: pairedDifference(service['recall@10'], baseline['recall@10']).mean,
    mrr: pairedDifference(service.MRR, baseline.MRR).mean,
  };
  const floors = FLOORS[files.name];
  const atLeast = (floor = Number.NaN) =>
    expect.toSatisfy((value: number) => value >= floor, `at least ${floor}`);
  const pair = (floor?: Pair) => ({ recall: atLeast(floor?.recall), mrr: atLeast(floor?.mrr) });
  expect({ reached, better }).toEqual({
    reached: pair(floors?.reaches),
    better: pair(floors?.beats),
  });
});

/** The figures of the service and of plain OR, with a hundred hits for each question. */
async function figures({ dialogues, questions }: Dataset) {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const turns = await loadDialogues(vault, dialogues);
  const service = await answer(serviceEngine({ vault, turns, k: 100 }), questions);
  const said = dialogues.flatMap((dialogue) => dialogue.turns);
  const baseline = await answer(plainOr(said, 100), questions);
  const failed = service.answered.flatMap(({ found }) => found.error ?? []);
  expect(failed).toEqual([]);
  return {
    service: figuresOf(service.answered, 'turn'),
    baseline: figuresOf(baseline.answered, 'turn'),
  };
}
