import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFilesIn, dataFilesOf, digestOf } from '../../../lab/search/dataFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

function folder(...files: readonly string[]): string {
  const directory = temporaryDirectory();
  for (const file of files) writeFileSync(join(directory, file), '[]');
  return directory;
}

test('every pair of files in a folder is a data set', () => {
  const one = folder('b_sessions.json', 'b_questions.json', 'README.md', 'notes.ndjson');
  const other = folder('a_questions.json', 'a_sessions.json');
  expect(dataFilesIn([one, other])).toEqual([
    { name: 'b', sessions: join(one, 'b_sessions.json'), questions: join(one, 'b_questions.json') },
    {
      name: 'a',
      sessions: join(other, 'a_sessions.json'),
      questions: join(other, 'a_questions.json'),
    },
  ]);
});

test('a folder that cannot be used is named, with what is missing', () => {
  const half = folder('a_sessions.json');
  expect(() => dataFilesIn([half])).toThrow(`${half} holds half of the data set a: a_questions`);
  const empty = folder('README.md');
  expect(() => dataFilesIn([empty])).toThrow(`${empty} holds no data set: a set is two files`);
  const none = join(empty, 'none');
  expect(() => dataFilesIn([none])).toThrow(`there is no folder ${none}`);
  const file = join(empty, 'README.md');
  expect(() => dataFilesIn([file])).toThrow(`${file} is no folder`);
  const twice = folder('a_sessions.json', 'a_questions.json');
  expect(() => dataFilesIn([twice, twice])).toThrow('two data sets are named a');
});

test('a set in two files is named after that of its sessions', () => {
  expect(dataFilesOf('x/team_sessions.json', 'y/asked.json').name).toBe('team');
  expect(dataFilesOf('sessions.json', 'questions.json').name).toBe('sessions');
});

test('the digest of a set changes with each of its files', () => {
  const directory = folder('a_sessions.json', 'a_questions.json');
  const [files] = dataFilesIn([directory]);
  if (!files) throw new Error('the set was not found');
  const before = digestOf(files);
  expect(digestOf(files)).toBe(before);
  writeFileSync(files.questions, '[1]');
  const after = digestOf(files);
  writeFileSync(files.sessions, '[1]');
  writeFileSync(files.questions, '[]');
  expect(new Set([before, after, digestOf(files)]).size).toBe(3);
});
