import { expect, test } from 'vitest';
import { READINGS } from '../../../../src/queries/search/match.js';
import {
  correctionsOf,
  hintedProjects,
  readingInWords,
} from '../../../../web/pages/search/readingInWords.js';

test('every reading but that of plain words is said', () => {
  for (const reading of READINGS) {
    expect(readingInWords(reading, 'a', []) === undefined, reading).toBe(reading === 'words');
  }
});

test('more than three words are a question', () => {
  expect(readingInWords('relaxed', 'how do we retry', [])).toMatch(/^Read as a question/);
  expect(readingInWords('relaxed', 'retry  policy ', [])).toMatch(/^Notes with all/);
});

test('a corrected word is said once, with what it was read as', () => {
  const hit = {
    explain: { words: [{ word: 'retyr', read_as: ['retry', 'retire'] }, { word: 'policy' }] },
  };
  const corrections = correctionsOf([hit, {}, hit]);
  expect(corrections).toEqual([{ word: 'retyr', readAs: ['retry', 'retire'] }]);
  expect(readingInWords('corrected', 'retyr policy', corrections)).toMatch(
    /^“retyr” was read as “retry” or “retire”\./,
  );
});

test('names of projects are read from their header', () => {
  expect(hintedProjects('check%2Cout, caf%C3%A9')).toEqual(['check,out', 'café']);
  expect(hintedProjects('%E0%A4%A')).toEqual(['%E0%A4%A']);
  expect(hintedProjects(null)).toEqual([]);
});
