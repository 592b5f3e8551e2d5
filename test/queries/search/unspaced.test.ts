import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { searchViews } from '../../support/searchViews.js';

/** A note of a developer's memory, and for some of them a question that shares words with it, but is no part of it. */
interface Sentence {
  readonly note: string;
  readonly question?: string;
}

const SCRIPTS = ['chinese', 'japanese', 'thai', 'korean'] as const;

const sentences = SCRIPTS.flatMap((script) => {
  const file = new URL(`../../fixtures/unspaced/${script}.json`, import.meta.url);
  // The file is ours.
  const read = JSON.parse(readFileSync(file, 'utf8')) as readonly Sentence[];
  return read.map((one, i) => ({ ...one, script, title: `${script} ${i}` }));
});
const { search } = searchViews(sentences.map(({ note, title }) => ({ title, content: note })));

/** Shares of the questions whose note is at least the first hit, and among the first five. */
const FIRST = 0.9;
const AMONG_FIVE = 1;

test.each(SCRIPTS)(
  'a question in %s finds the sentence that shares pairs of characters with it',
  (script) => {
    const answers = sentences.flatMap((one) => {
      if (one.script !== script || one.question === undefined) return [];
      const { hits, reading } = search(one.question, { limit: 5 });
      return [{ ...one, reading, place: hits.findIndex(({ title }) => title === one.title) }];
    });
    expect(answers.filter(({ reading }) => reading !== 'relaxed')).toEqual([]);
    const within = (places: number) =>
      answers.filter(({ place }) => place >= 0 && place < places).length / answers.length;
    expect(within(1)).toBeGreaterThanOrEqual(FIRST);
    expect(within(5)).toBeGreaterThanOrEqual(AMONG_FIVE);
  },
);
