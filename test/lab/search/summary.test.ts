import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dataFilesIn, digestOf } from '../../../lab/search/dataFiles.js';
import type { Question, Turn } from '../../../lab/search/dataset.js';
import { figuresOf } from '../../../lab/search/figuresOf.js';
import { judgeSet } from '../../../lab/search/judgeSet.js';
import { type Recorded, readRecorded, writeRecorded } from '../../../lab/search/recorded.js';
import { summary } from '../../../lab/search/summary.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const turn = (id: string): Turn => ({
  ...{ id, sessionId: `session of ${id}`, project: 'p', speaker: 's', title: 't', text: id },
  at: undefined,
});
const [A, B, C] = [turn('a'), turn('b'), turn('c')];

const question = (id: string, ...turns: readonly Turn[]): Question => ({
  ...{ id, text: id, type: 'exact', project: undefined, turns: new Set(turns) },
  sessions: new Set(turns.map(({ sessionId }) => sessionId)),
});
const QUESTIONS = [question('one', A), question('two', B, C), question('unanswerable')];

/** The answers of an engine to the questions. */
const answers = (name: string, ...found: readonly (readonly Turn[])[]) => ({
  name,
  answered: QUESTIONS.map((question, i) => ({
    question,
    found: { turns: found[i] ?? [], ...(found[i] === undefined && { error: 'refused' }) },
  })),
});

test('the figures of a question are kept by its id, and one without an answer has none', () => {
  const { answered } = answers('service', [B, A], [B], [A]);
  const figures = figuresOf(answered, 'turn');
  expect(Object.fromEntries(figures['recall@1'])).toEqual({ one: 0, two: 0.5 });
  expect(Object.fromEntries(figures['recall@10'])).toEqual({ one: 1, two: 0.5 });
  expect(Object.fromEntries(figures['hit@10'])).toEqual({ one: 1, two: 1 });
  expect(Object.fromEntries(figures.MRR)).toEqual({ one: 0.5, two: 1 });
});

/** Judges a set whose sessions hold this, with the answers of a service that finds the first after one other. */
function judged(sessions: string, recorded: Recorded = {}, hits = 100) {
  const directory = temporaryDirectory();
  const files = {
    name: 'team',
    sessions: join(directory, 'team_sessions.json'),
    questions: join(directory, 'team_questions.json'),
  };
  writeFileSync(files.sessions, sessions);
  writeFileSync(files.questions, '[]');
  const dataset = { dialogues: [], questions: QUESTIONS, notes: [] };
  const service = answers('service', [C, A], [B, C], []);
  const plainOr = answers('plain OR', [A], [A]);
  const cost = {
    service: { p50: 4, p99: 8, cpu: 3 },
    plainOr: { p50: 1, p99: 2, cpu: 1.5 },
  };
  const evaluation = { service, plainOr, loadSeconds: 1, cost };
  return judgeSet(files, dataset, evaluation, { hits, recorded });
}

/** The cells of the row that begins with this. */
const row = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.trim().startsWith(name))
    ?.trim()
    .split(/ {2,}/);

test('the service is shown beside plain OR, with intervals, errors and cost', () => {
  const text = summary([judged('[]')]);
  expect(text).toContain('team, by turns');
  expect(row(text, 'service  ')).toEqual([
    ...['service', '2', '0.250 [0.000 0.500]', '1.000 [1.000 1.000]', '1.000 [1.000 1.000]'],
    ...['0.750 [0.500 1.000]', '0', '4.00', '8.00', '3.00', '2.00'],
  ]);
  // It refused the third question.
  expect(row(text, 'plain OR')).toEqual([
    ...['plain OR', '2', '0.500', '0.500', '0.500', '0.500', '1', '1.00', '2.00', '1.50'],
  ]);
  expect(row(text, 'service − plain OR')).toEqual([
    ...['service − plain OR', '-0.250 [-1.000 +0.500]', '+0.500 [0.000 +1.000]'],
    ...['+0.500 [0.000 +1.000]', '+0.250 [-0.500 +1.000]'],
  ]);
  expect(row(text, 'service − recorded')).toBeUndefined();
  expect(text).toContain('team was never recorded.');
});

test('a run is compared with the last one that was recorded', () => {
  const file = join(temporaryDirectory(), 'recorded.json');
  expect(readRecorded(file)).toEqual({});
  const { run } = judged('[]');
  expect(run).toMatchObject({ MRR: { one: 0.5, two: 1 }, 'recall@10': { one: 1, two: 1 } });
  const worse = { ...run, MRR: { one: 0.25, two: 1 } };
  writeRecorded(file, { team: worse, others: run });
  expect(Object.keys(readRecorded(file))).toEqual(['others', 'team']);

  const text = summary([judged('[]', readRecorded(file))]);
  expect(row(text, 'service − recorded')).toEqual([
    ...['service − recorded', '0.000 [0.000 0.000]', '+0.125 [0.000 +0.250]'],
  ]);
  expect(text).not.toContain('Not compared');
});

test('a run is not compared with one of other files or of another number of hits', () => {
  const { run } = judged('[]');
  expect(judged('[1]', { team: run }).last).toBe('team was recorded with other files');
  expect(judged('[]', { team: run }, 20).last).toBe('team was recorded with --k 100');
  const text = summary([judged('[1]', { team: run })]);
  expect(text).toContain('team was recorded with other files.');
  expect(row(text, 'service − recorded')).toBeUndefined();
});

test('recorded runs that were damaged are named with what is wrong', () => {
  const file = join(temporaryDirectory(), 'recorded.json');
  writeFileSync(file, '{"team": {"files": "f", "hits": 100, "recall@10": {"one": 2}}}');
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
