import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dataFilesIn, digestOf } from '../../../lab/search/dataFiles.js';
import type { Figures } from '../../../lab/search/figures.js';
import {
  lastFigures,
  type Recorded,
  readRecorded,
  runOf,
  writeRecorded,
} from '../../../lab/search/recorded.js';
import { summary } from '../../../lab/search/summary.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** Recall and reciprocal rank of two questions. */
const figures = (recall: readonly [number, number], rank: readonly [number, number]): Figures => ({
  'recall@10': new Map(Object.entries({ one: recall[0], two: recall[1] })),
  MRR: new Map(Object.entries({ one: rank[0], two: rank[1] })),
});
const PRODUCT = figures([1, 1], [0.5, 1]);

/** A set whose sessions hold this, which the product answers a little late and plain OR badly. */
function judged(sessions: string, recorded: Recorded = {}) {
  const directory = temporaryDirectory();
  const files = {
    name: 'team',
    sessions: join(directory, 'team_sessions.json'),
    questions: join(directory, 'team_questions.json'),
  };
  writeFileSync(files.sessions, sessions);
  writeFileSync(files.questions, '[]');
  const kinds = new Map([
    ['one', ['short notes', 'same words'] as const],
    ['two', ['short notes', 'other words'] as const],
  ]);
  const set = {
    name: 'team',
    level: 'turn' as const,
    kinds,
    product: PRODUCT,
    plainOr: figures([1, 0], [1, 0]),
    byProject: figures([1, 1], [1, 1]),
    last: lastFigures(files, recorded),
  };
  return { set, run: runOf(files, PRODUCT) };
}

/** The cells of the lines that follow the head. */
const rows = (text: string) =>
  text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/));

test('a set is shown with plain OR, and with intervals of the differences', () => {
  expect(rows(summary([judged('[]').set]))).toEqual([
    ['team (2)', 'recall', '.500', '1.000', '1.000', '+.500 [.000 +1.000]', '.000 [.000 .000]'],
    ['MRR', '.500', '1.000', '.750', '+.250 [-.500 +1.000]', '-.250 [-.500 .000]'],
    ['team was never recorded.'],
  ]);
});

test('the parts of a set are shown, except those without questions', () => {
  const lines = rows(summary([judged('[]').set], true));
  expect(lines.map(([name, ...cells]) => [name, cells[1]])).toEqual([
    ['team', undefined],
    ['short notes (2)', '.500'],
    ['MRR', '1.000'],
    ['same words (1)', '1.000'],
    ['MRR', '1.000'],
    ['other words (1)', '.000'],
    ['MRR', '1.000'],
  ]);
});

test('a table of sets that differ by less than 1 fits a terminal', () => {
  const { set } = judged('[]');
  const plain = figures([0.4, 0.4], [0.4, 0.3]);
  const wide = { ...set, name: 'release notes', byProject: plain, plainOr: plain, last: plain };
  const width = Math.max(
    ...summary([wide])
      .split('\n')
      .map((line) => line.length),
  );
  expect(width).toBeLessThanOrEqual(120);
});

test('a run is compared with the last one that was recorded', () => {
  const file = join(temporaryDirectory(), 'recorded.json');
  expect(readRecorded(file)).toEqual({});
  const { run } = judged('[]');
  expect(run).toMatchObject({ MRR: { one: 0.5, two: 1 }, 'recall@10': { one: 1, two: 1 } });
  const worse = { ...run, MRR: { one: 0.25, two: 1 } };
  writeRecorded(file, { team: worse, others: run });
  expect(Object.keys(readRecorded(file))).toEqual(['others', 'team']);

  const text = summary([judged('[]', readRecorded(file)).set]);
  expect(rows(text).map((cells) => cells.at(-1))).toEqual([
    '.000 [.000 .000]',
    '+.125 [.000 +.250]',
  ]);
});

test('a run is not compared with one of other files', () => {
  const { run } = judged('[]');
  const text = summary([judged('[1]', { team: run }).set]);
  expect(text).toContain('team was recorded with other files.');
});

test('recorded runs that were damaged are named with what is wrong', () => {
  const file = join(temporaryDirectory(), 'recorded.json');
  writeFileSync(file, '{"team": {"files": "f", "recall@10": {"one": 2}}}');
  expect(() => readRecorded(file)).toThrow(/recorded runs cannot be used:\n.*team\.recall@10\.one/);
});

const RECORDED = fileURLToPath(new URL('../../../lab/search/recorded.json', import.meta.url));
const OWN = fileURLToPath(new URL('../../fixtures/dialogues/', import.meta.url));

test('the recorded runs in the repository are laid out as they are written', () => {
  const copy = join(temporaryDirectory(), 'recorded.json');
  writeRecorded(copy, readRecorded(RECORDED));
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(RECORDED, 'utf8'));
});

test.each(dataFilesIn([OWN]))(
  'the $name set of the repository was recorded as it is now',
  (files) => {
    expect(readRecorded(RECORDED)[files.name]?.files).toBe(digestOf(files));
  },
);
