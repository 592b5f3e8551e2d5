import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { evaluate } from '../../../lab/search/evaluate.js';
import {
  gains,
  hitAt,
  mean,
  ndcgAt,
  recallAt,
  reciprocalRank,
} from '../../../lab/search/metrics.js';
import { parseDate } from '../../../lab/search/parseDate.js';
import { readDataset } from '../../../lab/search/readDataset.js';
import { scoreOf } from '../../../lab/search/score.js';
import { typeReport } from '../../../lab/search/typeReport.js';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

/** Both files of a data set. Dialogues without a project get the project `eval`. */
function dataset(sessions: unknown, questions: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-test-'));
  directories.push(directory);
  const files = [join(directory, 'sessions.json'), join(directory, 'questions.json')] as const;
  writeFileSync(files[0], typeof sessions === 'string' ? sessions : JSON.stringify(sessions));
  writeFileSync(files[1], JSON.stringify(questions));
  try {
    return readDataset(...files, 'eval');
  } catch (error) {
    throw new Error(String(error).replaceAll(`${directory}/`, ''));
  }
}

test('a relevant item counts at its first rank', () => {
  expect(gains(['a', 'b', 'a', 'c', 'b'], new Set(['b', 'c', 'd']))).toEqual([0, 1, 0, 1, 0]);
  expect(gains([], new Set(['a']))).toEqual([]);
});

test('recall is the share of relevant items within the cut-off, a hit is at least one', () => {
  const gained = [0, 1, 0, 1, 0];
  expect([1, 2, 3, 4, 10].map((k) => recallAt(gained, 4, k))).toEqual([0, 0.25, 0.25, 0.5, 0.5]);
  expect([1, 2, 10].map((k) => hitAt(gained, k))).toEqual([0, 1, 1]);
  expect([recallAt([], 1, 10), hitAt([], 10)]).toEqual([0, 0]);
});

test('the reciprocal rank is that of the first relevant item', () => {
  expect(reciprocalRank([1, 0, 1])).toBe(1);
  expect(reciprocalRank([0, 0, 1])).toBeCloseTo(1 / 3);
  expect(reciprocalRank([0, 0])).toBe(0);
});

test('nDCG is 1 for the best order and discounts later ranks', () => {
  expect(ndcgAt([1, 1, 0], 2, 10)).toBe(1);
  // 1/log2(3) + 1/log2(5) over 1/log2(2) + 1/log2(3).
  expect(ndcgAt([0, 1, 0, 1], 2, 10)).toBeCloseTo((0.63093 + 0.430677) / 1.63093, 5);
  // 2 of 3 found: 1 + 1/2 over 1 + 0.63093 + 1/2.
  expect(ndcgAt([1, 0, 1], 3, 10)).toBeCloseTo(1.5 / 2.13093, 5);
  expect(ndcgAt([0, 0, 1], 1, 2)).toBe(0);
  // Twelve are relevant, but only two ranks count.
  expect(ndcgAt([1, 1], 12, 2)).toBe(1);
  expect(ndcgAt([], 1, 10)).toBe(0);
});

test('means are of all values', () => {
  expect(mean([1, 0, 0.5])).toBe(0.5);
  expect(mean([])).toBeNaN();
});

test('dates of data sets are parsed as UTC', () => {
  const iso = (text: string) => new Date(parseDate(text)).toISOString();
  expect(iso('2025-01-15')).toBe('2025-01-15T00:00:00.000Z');
  expect(iso('2025-01-15T10:00:00')).toBe('2025-01-15T10:00:00.000Z');
  expect(iso('2025-01-15T10:00:00+02:00')).toBe('2025-01-15T08:00:00.000Z');
  expect(iso('2023/05/20 (Sat) 02:21')).toBe('2023-05-20T02:21:00.000Z');
  expect(iso('1:56 pm on 8 May, 2023')).toBe('2023-05-08T13:56:00.000Z');
  expect(parseDate('yesterday')).toBeNaN();
});

test('all errors of the files are reported', () => {
  const message = { role: 'user', content: 'hello' };
  const sessions = [
    { sessionId: 'A', messages: [message, { content: 'who said that?' }, { role: 'user' }] },
    { sessionId: 'B', metadata: { date: 'yesterday' }, messages: [] },
    { messages: 'none' },
  ];
  const questions = [{ question: ' ' }, { question: 'Who?', haystackSessionIds: 'A' }];
  expect(() => dataset(sessions, questions)).toThrow(
    [
      'the data set cannot be used:',
      'sessions.json: [0].messages[1] has neither role nor speaker',
      'sessions.json: [0].messages[2] has neither content nor text',
      'sessions.json: [1].metadata.date is not a date',
      'sessions.json: [2].sessionId Invalid input: expected string, received undefined',
      'sessions.json: [2].messages Invalid input: expected array, received string',
      'questions.json: [0].question must not be blank',
      'questions.json: [1].haystackSessionIds Invalid input: expected array, received string',
    ].join('\n'),
  );
  expect(() => dataset('[{', [])).toThrow(/sessions\.json: .*JSON.*\nquestions\.json: holds no/);
  const twice = [
    { sessionId: 'A', messages: [{ ...message, id: '1' }] },
    { sessionId: 'B', messages: [{ ...message, id: '1' }] },
  ];
  expect(() => dataset([twice[0], twice[0]], [{ question: 'Who?' }])).toThrow(
    'sessions.json: [1].sessionId comes twice',
  );
  expect(() =>
    dataset(sessions.slice(2), [{ question: 'Who?' }, { questionId: '1', question: 'Where?' }]),
  ).toThrow('questions.json: [1].questionId comes twice');
  expect(() =>
    dataset(twice, [
      { question: 'Who?', evidence: ['1'] },
      { question: 'Who?', haystackSessionIds: ['C'] },
    ]),
  ).toThrow(
    'questions.json: [0].evidence 1 is 2 turns\nquestions.json: [1] names session C, which there is not',
  );
});

const SESSIONS = [
  {
    sessionId: 'pets',
    metadata: { date: '1:56 pm on 8 May, 2023' },
    messages: [
      {
        speaker: 'Caroline',
        text: 'We adopted a tabby kitten and called her Zephyrine.',
        dia_id: '1',
      },
      { speaker: 'Melanie', text: ' ', dia_id: '2' },
      { speaker: 'Melanie', text: 'Lovely!', dia_id: '3' },
      { speaker: 'Melanie', text: 'Lovely!', dia_id: '4' },
    ],
  },
  {
    sessionId: 'work',
    metadata: { date: '2023-05-09', project: 'bakery' },
    messages: [
      { role: 'user', content: 'The sourdough oven breaks down at 240 degrees.', id: '1' },
      { role: 'assistant', content: 'Replace the thermocouple of the oven.', id: '2' },
    ],
  },
  {
    sessionId: 'undated',
    messages: [{ role: 'user', content: 'The lighthouse keeper plays the bassoon.' }],
  },
];

const QUESTIONS = [
  {
    questionId: 'kitten',
    question: 'What is the tabby kitten called?',
    evidence: ['1', 'D9:9'],
    haystackSessionIds: ['pets'],
  },
  { question: 'oven (thermocouple)?', questionType: 'repair', evidence: ['2'], project: 'bakery' },
  { question: 'bassoon', questionType: 'repair', haystackSessionIds: ['undated'] },
  { question: 'Lovely!', evidence: ['3', '4'] },
  { question: 'zeppelin', questionType: 'repair', haystackSessionIds: [] },
];

test('turns have a title and a time, and blank ones are left out', () => {
  const { dialogues, questions, notes } = dataset(SESSIONS, QUESTIONS);
  const turns = dialogues.flatMap((dialogue) => dialogue.turns);
  expect(turns.map(({ title, project, id }) => [title, project, id])).toEqual([
    ['Caroline, 2023-05-08', 'eval', '1'],
    ['Melanie, 2023-05-08', 'eval', '3'],
    ['Melanie, 2023-05-08', 'eval', '4'],
    ['user, 2023-05-09', 'bakery', '1'],
    ['assistant, 2023-05-09', 'bakery', '2'],
    ['user', 'eval', undefined],
  ]);
  expect(turns.map(({ at }) => at && new Date(at).toISOString().slice(0, 19))).toEqual([
    '2023-05-08T13:56:00',
    '2023-05-08T13:56:02',
    '2023-05-08T13:56:03',
    '2023-05-09T00:00:00',
    '2023-05-09T00:00:01',
    undefined,
  ]);
  expect(questions.map(({ id }) => id)).toEqual(['kitten', '2', '3', '4', '5']);
  expect(questions.map((question) => [...question.sessions])).toEqual([
    ['pets'],
    ['work'],
    ['undated'],
    ['pets'],
    [],
  ]);
  expect(questions.map((question) => [...question.turns])).toEqual([
    [turns[0]],
    [turns[4]],
    [],
    [turns[1], turns[2]],
    [],
  ]);
  expect(notes).toEqual([expect.stringMatching(/\[0\]\.evidence D9:9 names no turn$/)]);
});

test('a service is loaded, queried and compared with plain OR', async () => {
  const evaluation = await evaluate(dataset(SESSIONS, QUESTIONS), { k: 20 });
  const { service, plainOr } = evaluation;
  const perfect = { recall: [1, 1], hit: [1, 1], mrr: 1, ndcg: 1, errors: 0, empty: 1 };
  const sessions = { ...perfect, questions: 4 };
  expect(scoreOf(service.answered, 'session', [1, 20])).toEqual(sessions);
  expect(scoreOf(plainOr.answered, 'session', [1, 20])).toEqual(sessions);
  // A repeated text is two observations, and the first hit can be only one of them.
  const turns = { ...perfect, questions: 3, recall: [expect.closeTo(2.5 / 3), 1] };
  expect(scoreOf(service.answered, 'turn', [1, 20])).toEqual(turns);
  expect(scoreOf(plainOr.answered, 'turn', [1, 20])).toMatchObject({
    questions: 3,
    recall: [expect.closeTo(2.5 / 3), 1],
  });
  // In its project alone, the assistant's turn first.
  const repair = service.answered[1]?.found.turns.map(({ title }) => title);
  expect(repair).toEqual(['assistant, 2023-05-09', 'user, 2023-05-09']);

  const text = typeReport(evaluation, 20);
  expect(text).toContain('5 questions, 1 of them skipped');
  expect(text).toMatch(/^ {2}all: 4$/m);
  expect(text).toMatch(/^ {2}repair: 2$/m);
  expect(text).toMatch(/^ {4}plain OR +1\.000 .* 0 +1$/m);
  expect(text).toMatch(/^Turns:/m);
});
