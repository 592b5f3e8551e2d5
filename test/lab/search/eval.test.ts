import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parseDate } from '../../../lab/search/dialogues.js';
import { figuresOf, gains, mean, recallAt, reciprocalRankOf } from '../../../lab/search/figures.js';
import { kindsOf } from '../../../lab/search/kinds.js';
import { plainOr, plainOrByProject } from '../../../lab/search/plainOr.js';
import { readDataset } from '../../../lab/search/questions.js';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

/** Both files of a data set. Dialogues without a project get the project `eval`. */
function dataset(sessions: unknown, questions: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-test-'));
  directories.push(directory);
  const files = {
    sessions: join(directory, 'sessions.json'),
    questions: join(directory, 'questions.json'),
  };
  writeFileSync(files.sessions, typeof sessions === 'string' ? sessions : JSON.stringify(sessions));
  writeFileSync(files.questions, JSON.stringify(questions));
  try {
    return readDataset(files);
  } catch (error) {
    throw new Error(String(error).replaceAll(`${directory}/`, ''));
  }
}

test('a relevant item counts at its first rank', () => {
  expect(gains(['a', 'b', 'a', 'c', 'b'], new Set(['b', 'c', 'd']))).toEqual([0, 1, 0, 1, 0]);
  expect(gains([], new Set(['a']))).toEqual([]);
});

test('recall is the share of relevant items within the cut-off', () => {
  const gained = [0, 1, 0, 1, 0];
  expect([1, 2, 3, 4, 10].map((k) => recallAt(gained, 4, k))).toEqual([0, 0.25, 0.25, 0.5, 0.5]);
  expect(recallAt([], 1, 10)).toBe(0);
});

test('the reciprocal rank is that of the first relevant item', () => {
  expect(reciprocalRankOf([1, 0, 1])).toBe(1);
  expect(reciprocalRankOf([0, 0, 1])).toBeCloseTo(1 / 3);
  expect(reciprocalRankOf([0, 0])).toBe(0);
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

test('an empty answer is 0 in all figures, and a question that nothing answers has none', async () => {
  const { dialogues, questions } = dataset(SESSIONS, QUESTIONS);
  const said = dialogues.flatMap((dialogue) => dialogue.turns);
  const byTurn = await figuresOf(async () => said.slice(1, 3), questions, 'turn');
  expect(Object.fromEntries(byTurn['recall@10'])).toEqual({ kitten: 0, 2: 0, 4: 1 });
  expect(Object.fromEntries(byTurn.MRR)).toEqual({ kitten: 0, 2: 0, 4: 1 });
  const bySession = await figuresOf(async () => said.slice(2), questions, 'session');
  expect(Object.fromEntries(bySession.MRR)).toEqual({ kitten: 1, 2: 1 / 2, 3: 1 / 3, 4: 1 });
});

test('plain OR by project ranks as plain OR does without the other projects', async () => {
  const { dialogues, questions } = dataset(SESSIONS, QUESTIONS);
  const said = dialogues.flatMap((dialogue) => dialogue.turns);
  const bakery = said.filter(({ project }) => project === 'bakery');
  for (const question of questions) {
    const asked = { ...question, project: 'bakery' };
    expect(await plainOrByProject(said)(asked)).toEqual(await plainOr(bakery)(asked));
  }
  const [, repair] = questions;
  if (!repair) throw new Error('the question was not read');
  // In its project alone, the assistant's turn first.
  const found = await plainOrByProject(said)(repair);
  expect(found.map(({ title }) => title)).toEqual(['assistant, 2023-05-09', 'user, 2023-05-09']);
});

test('questions are told apart by the length of what answers them, and by the words that it holds', () => {
  const long = { role: 'user', title: 'Oven', content: 'It breaks down. '.repeat(31) };
  const sessions = [
    { sessionId: 'a', messages: [{ ...long, id: '1' }] },
    { sessionId: 'b', messages: [{ role: 'user', content: '設定を外部化する', id: '2' }] },
  ];
  const read = dataset(sessions, [
    { question: 'Why did the oven break down?', evidence: ['1'] },
    { question: 'What repairs has the heater needed?', evidence: ['1', '2'] },
    { question: '設定の外部化', evidence: ['2'] },
    { question: 'oven', questionType: 'other words', evidence: ['1'] },
    { question: 'heater', questionType: 'shared words', evidence: ['1'] },
    { question: 'oven', haystackSessionIds: ['a'] },
  ]);
  expect([...kindsOf(read, 'turn').values()].slice(0, 5)).toEqual([
    ['long notes', 'same words'],
    ['short notes', 'other words'],
    ['short notes', 'same words'],
    ['long notes', 'other words'],
    ['long notes', 'same words'],
  ]);
  expect(kindsOf(read, 'session').get('6')).toEqual(['long notes', 'same words']);
});
