import { expect, test } from 'vitest';
import { searchViews } from '../../support/searchViews.js';

/** Notes of a project in which each of three words tells other notes apart, in different lengths. */
const OWN = [
  { content: 'The gateway drops the ledger after a while.' },
  { content: 'A gateway. '.repeat(3) },
  {
    content: `The ledger was closed in May. ${'And it was long discussed by all of us. '.repeat(12)}`,
  },
  {
    content: `Quota for the gateway, ${'with a table of all its limits and reasons, '.repeat(20)}`,
  },
  { content: 'The quota of the ledger is a hundred.' },
  { content: 'Quota, quota, quota.' },
  ...Array.from({ length: 24 }, (_, i) => ({
    content: `Something else, no. ${i}, ${'which goes on for a bit, '.repeat(i)}`,
  })),
].map((note, i) => ({ ...note, title: `note ${i}`, project: 'own' }));

/** Many notes of other projects that all hold this word. */
const neighboursWith = (word: string, length: number) =>
  Array.from({ length: 300 }, (_, i) => ({
    title: `neighbour ${i}`,
    project: `project ${i % 3}`,
    content: `${word} ${'and more of it '.repeat(length)}`,
  }));

test.each(['gateway', 'ledger', 'quota'])(
  'the order of hits in a project stays when its neighbours write many notes about the %s',
  (word) => {
    const found = (neighbours: readonly { title: string }[]) => {
      const { search } = searchViews([...OWN, ...neighbours]);
      return ['gateway ledger', 'gateway quota', 'ledger quota', 'the gateway ledger quota'].map(
        (q) => search(q, { filters: { at: 0, project: 'own' } }).hits.map(({ title }) => title),
      );
    };
    const alone = found([]);
    expect(alone.every((titles) => titles.length > 3)).toBe(true);
    for (const length of [1, 200]) expect(found(neighboursWith(word, length))).toEqual(alone);
  },
);
