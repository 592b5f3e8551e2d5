import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dataFilesIn } from '../../../lab/search/dataFiles.js';
import { figuresOf, mean, pairedDifference } from '../../../lab/search/figures.js';
import { plainOr } from '../../../lab/search/plainOr.js';
import { type Dataset, readDataset } from '../../../lab/search/questions.js';
import { loadDialogues, service } from '../../../lab/search/service.js';
import { listening } from '../../support/listening.js';
import { testApp } from '../../support/testApp.js';
import { vaultClient } from '../../support/vaultClient.js';

const SETS = dataFilesIn([fileURLToPath(new URL('../../fixtures/dialogues/', import.meta.url))]);

/**
 * Of what `npm run lab -- search` shows: what search reaches at least, and by how much it beats plain OR at least. On long
 * notes it does not.
 */
const FLOORS: Readonly<Record<string, { readonly reaches: Pair; readonly beats: Pair }>> = {
  english: { reaches: { recall: 0.95, mrr: 0.68 }, beats: { recall: 0.39, mrr: 0.27 } },
  german: { reaches: { recall: 0.82, mrr: 0.67 }, beats: { recall: 0.3, mrr: 0.26 } },
  japanese: { reaches: { recall: 0.93, mrr: 0.77 }, beats: { recall: 0.81, mrr: 0.65 } },
  notes: { reaches: { recall: 0.89, mrr: 0.69 }, beats: { recall: -0.02, mrr: -0.02 } },
};

/** Recall@10 and mean reciprocal rank, by turns. */
interface Pair {
  readonly recall: number;
  readonly mrr: number;
}

test('every data set of the repository has floors', () => {
  expect(SETS.map(({ name }) => name)).toEqual(Object.keys(FLOORS));
});

test.each(SETS)('search answers the $name questions as well as their floors say', async (files) => {
  const dataset = readDataset(files);
  expect(dataset.notes).toEqual([]);
  const { product, baseline } = await figures(dataset);
  const reached = {
    recall: mean([...product['recall@10'].values()]),
    mrr: mean([...product.MRR.values()]),
  };
  const better = {
    recall: pairedDifference(product['recall@10'], baseline['recall@10']).mean,
    mrr: pairedDifference(product.MRR, baseline.MRR).mean,
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

/** The figures of the product and of plain OR. */
async function figures({ dialogues, questions }: Dataset) {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const turns = await loadDialogues(vault, dialogues);
  const said = dialogues.flatMap((dialogue) => dialogue.turns);
  return {
    product: await figuresOf(service(vault, turns), questions, 'turn'),
    baseline: await figuresOf(plainOr(said), questions, 'turn'),
  };
}
