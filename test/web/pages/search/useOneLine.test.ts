import { expect, test } from 'vitest';
import { laidOut, partsOf } from '../../../../web/pages/search/useOneLine.js';

test('the room of an extract is that of what is shown, with the codes of hidden characters', () => {
  expect(laidOut({ content: '', snippet: 'a **\u202eb**' })).toBe('a  U+202E b');
  expect(laidOut({ content: '# *a* \u200b', snippet: undefined })).toBe('a  U+200B ');
});

test('only an extract of a search has signs around what matched', () => {
  expect(partsOf({ content: '', snippet: '# a **b** c' })).toEqual(['a ', 'b', ' c']);
  expect(partsOf({ content: '2 ** 3 ** 4', snippet: undefined })).toEqual(['2 ** 3 ** 4']);
});
